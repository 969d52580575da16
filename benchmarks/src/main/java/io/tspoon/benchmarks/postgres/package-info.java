/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What people use instead, and the bank is compared with: PostgreSQL alone, and Flink with its
 * state in PostgreSQL.
 *
 * <p>Imports the bank; the bank does not know it.
 */
@NullMarked
package io.tspoon.benchmarks.postgres;

import org.jspecify.annotations.NullMarked;
