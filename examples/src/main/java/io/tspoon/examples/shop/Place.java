/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

/** An item in a warehouse. */
public record Place(String warehouse, String item) {}
