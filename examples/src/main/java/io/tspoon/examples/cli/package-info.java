/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the examples have in common as programs: command lines, the Flink they run on, and following
 * a job to its end.
 *
 * <p>Other examples import it.
 */
@NullMarked
package io.tspoon.examples.cli;

import org.jspecify.annotations.NullMarked;
