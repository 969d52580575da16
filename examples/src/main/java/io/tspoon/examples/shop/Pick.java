/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

/**
 * Pieces that a transaction moves at a place.
 *
 * @param quantity negative if they go out
 */
public record Pick(Place place, int quantity) {}
