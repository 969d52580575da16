/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

/**
 * Money that a transaction moves.
 *
 * @param cents negative if it goes out
 */
public record Payment(Account account, long cents) {}
