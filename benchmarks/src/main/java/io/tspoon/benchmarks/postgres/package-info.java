/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the bank is compared with beside Flink: PostgreSQL alone, Flink with its state in
 * PostgreSQL, and a loop in memory.
 *
 * <p>Imports the bank; the bank does not know it.
 */
@NullMarked
package io.tspoon.benchmarks.postgres;

import org.jspecify.annotations.NullMarked;
