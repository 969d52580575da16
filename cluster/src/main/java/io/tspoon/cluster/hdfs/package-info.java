/* SPDX-License-Identifier: Apache-2.0 */
/**
 * An HDFS of real processes on this machine. It knows nothing of transactions, and nothing of
 * Flink.
 *
 * <p>It imports how to start a JVM from {@link io.tspoon.examples.trial}.
 */
@NullMarked
package io.tspoon.cluster.hdfs;

import org.jspecify.annotations.NullMarked;
