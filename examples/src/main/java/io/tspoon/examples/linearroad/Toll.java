/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * Tells a vehicle what its segment costs. It pays when it goes on to the next one, and not if it
 * exits here.
 *
 * @param velocity average speed of the last five minutes; 0 if there was nobody
 */
public record Toll(int vehicle, int time, int velocity, long cents) {}
