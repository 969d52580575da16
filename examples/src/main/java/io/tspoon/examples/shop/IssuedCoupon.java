/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import org.jspecify.annotations.Nullable;

/**
 * A coupon.
 *
 * @param usedBy number of the order that used it; null if none has
 */
public record IssuedCoupon(int percent, long validUntil, @Nullable String usedBy) {
    /** Whether it is used up. An order that comes twice has used it itself. */
    boolean isUsedByOtherThan(@Nullable String order) {
        return usedBy != null && !usedBy.equals(order);
    }
}
