/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Orders over several warehouses: check credit, reserve stock, all or nothing, then ship.
 *
 * <p>It imports what a user would: {@link io.tspoon.api} and {@link io.tspoon.transaction}. Nobody
 * imports it.
 */
@NullMarked
package io.tspoon.examples.orders;

import org.jspecify.annotations.NullMarked;
