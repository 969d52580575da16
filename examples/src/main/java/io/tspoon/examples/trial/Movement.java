/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

/** One side of a transfer. */
public record Movement(int account, long amount) {}
