/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A file system that is as fast as it is told to be and counts what it moves. On a local directory
 * the page cache makes every download look free; storage that all processes share is slower.
 *
 * <p>Flink finds it on the class path, in the JVM of a benchmark and in the processes of a cluster
 * that have the jar in {@code lib/}.
 */
@NullMarked
package io.tspoon.examples.trial.storage;

import org.jspecify.annotations.NullMarked;
