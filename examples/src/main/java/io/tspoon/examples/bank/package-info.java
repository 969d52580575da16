/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Transfers between bank accounts: the smallest job that needs transactions.
 *
 * <p>It imports what a user would: {@link io.tspoon.api}, {@link io.tspoon.query} and {@link
 * io.tspoon.transaction}. Only benchmarks import it.
 */
@NullMarked
package io.tspoon.examples.bank;

import org.jspecify.annotations.NullMarked;
