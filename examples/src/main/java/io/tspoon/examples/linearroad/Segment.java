/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * A mile of a road.
 *
 * @param number counted from west to east on both sides
 */
public record Segment(Road road, int number) {}
