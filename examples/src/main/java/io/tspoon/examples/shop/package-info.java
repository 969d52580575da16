/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A shop: an order reserves stock in several warehouses, uses a coupon, debits a wallet, and
 * credits merchant and fees, all or nothing.
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api} and {@link io.tspoon.transaction}.
 * No other package imports it. Start reading at {@code ShopGraph}.
 */
@NullMarked
package io.tspoon.examples.shop;

import org.jspecify.annotations.NullMarked;
