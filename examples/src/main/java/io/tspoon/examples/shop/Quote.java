/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

/** The price at which an order wants an item, or the one that it has from now on. */
public record Quote(String item, long cents, boolean isNew) {}
