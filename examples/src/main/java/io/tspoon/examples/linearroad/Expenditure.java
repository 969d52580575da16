/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/** Answers what a vehicle has paid on an expressway on a day before today. */
public record Expenditure(int query, int time, int vehicle, int day, int expressway, long cents) {}
