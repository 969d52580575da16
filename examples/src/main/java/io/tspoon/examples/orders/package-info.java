/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Orders over several warehouses: check credit and reserve stock, all or nothing, then ship.
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api} and {@link io.tspoon.transaction}.
 * No other package imports it. Start reading at {@code OrdersGraph}.
 */
@NullMarked
package io.tspoon.examples.orders;

import org.jspecify.annotations.NullMarked;
