/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The bank: transfers between accounts as plain Flink, as one serial operator, as transactions, and
 * as a loop in memory.
 *
 * <p>Everything but the bank itself is the same in all that are Flink jobs: source, elements,
 * serializers, sink.
 */
@NullMarked
package io.tspoon.benchmarks.bank;

import org.jspecify.annotations.NullMarked;
