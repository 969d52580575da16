/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the programs of all examples share: command lines, the Flink that they run on, and following
 * a job to its end.
 *
 * <p>Other examples import it; it imports {@code io.tspoon.examples.text}.
 */
@NullMarked
package io.tspoon.examples.cli;

import org.jspecify.annotations.NullMarked;
