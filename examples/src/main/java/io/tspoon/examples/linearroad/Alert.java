/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * Tells a vehicle of an accident ahead.
 *
 * @param segment of the accident
 */
public record Alert(int vehicle, int time, int expressway, int direction, int segment) {}
