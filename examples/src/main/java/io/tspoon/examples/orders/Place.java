/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * An item in a warehouse: the key of the stock. The two stay apart: glued with a separator that may
 * be in a name, two places could have one key.
 */
public record Place(String warehouse, String item) {}
