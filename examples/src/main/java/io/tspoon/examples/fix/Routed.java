/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.fix;

/**
 * What has become of an order.
 *
 * @param order the order
 * @param venue where it is executed; empty if no venue has enough pieces
 */
public record Routed(FixOrder order, String venue) {
    boolean isFilled() {
        return !venue.isEmpty();
    }
}
