/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * What is kept of a minute that is over.
 *
 * @param vehicles how many vehicles had reported
 * @param halves twice the sum of the average speeds of each, which is a whole number: a vehicle
 *     reports once a minute, or twice
 */
public record PastMinute(int minute, int vehicles, long halves) {}
