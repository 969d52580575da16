/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Transfers between bank accounts: the smallest job that needs transactions.
 *
 * <p>It imports what a user would: {@link io.tspoon.api} and {@link io.tspoon.transaction}. Nobody
 * imports it. Start at {@code BankGraph}; the rest is input, output and command line.
 */
@NullMarked
package io.tspoon.examples.bank;

import org.jspecify.annotations.NullMarked;
