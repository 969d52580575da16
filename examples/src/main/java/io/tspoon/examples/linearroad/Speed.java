/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * The reports of a vehicle from a segment in a minute.
 *
 * @param sum of the speeds
 */
public record Speed(int vehicle, int sum, int reports) {}
