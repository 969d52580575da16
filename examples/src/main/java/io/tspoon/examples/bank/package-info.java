/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Transfers between bank accounts: the smallest job that needs transactions.
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api} and {@link io.tspoon.transaction}.
 * No other package imports it. Start reading at {@code BankGraph}; the rest is input, output and
 * command line.
 */
@NullMarked
package io.tspoon.examples.bank;

import org.jspecify.annotations.NullMarked;
