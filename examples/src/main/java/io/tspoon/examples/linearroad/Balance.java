/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/** Answers what a vehicle has paid today. */
public record Balance(int query, int time, int vehicle, long cents) {}
