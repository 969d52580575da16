/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

/** One side of a transfer. */
public record Movement(long transfer, int account, long amount) {}
