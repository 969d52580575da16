/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.books;

/**
 * What is added up in the books: the stock of an item in a warehouse, say, or the credit of a
 * customer.
 *
 * @param book in which it is, such as stock or credit
 * @param owner warehouse or customer
 * @param item item; empty if the owner has one balance only
 */
public record BookKey(String book, String owner, String item) {}
