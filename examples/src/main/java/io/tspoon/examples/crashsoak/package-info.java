/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Crashes a job at random, and judges what is left of its transactions.
 *
 * <p>It imports {@link io.tspoon.examples.trial} and what a user's job would: {@link
 * io.tspoon.api}, {@link io.tspoon.log} and {@link io.tspoon.transaction}. No other package imports
 * it.
 */
@NullMarked
package io.tspoon.examples.crashsoak;

import org.jspecify.annotations.NullMarked;
