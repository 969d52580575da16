/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * What is added up in the books: the stock of an item in a warehouse, or the credit of a customer.
 *
 * @param stock whether it is stock
 * @param owner warehouse or customer
 * @param item item; empty for credit
 */
public record BookKey(boolean stock, String owner, String item) {
    static BookKey credit(String customer) {
        return new BookKey(false, customer, "");
    }

    static BookKey stock(Place place) {
        return new BookKey(true, place.warehouse(), place.item());
    }
}
