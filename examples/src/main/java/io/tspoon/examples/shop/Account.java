/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import java.util.List;

/**
 * Who has money. The kind is a text: an enum's hash code differs between processes, so it cannot be
 * a part of a key.
 *
 * @param kind one of {@link #KINDS}
 * @param owner customer or merchant; empty for the fees
 */
public record Account(String kind, String owner) {
    static final String WALLETS = "wallets";
    static final String MERCHANTS = "merchants";
    static final String FEES = "fees";
    static final List<String> KINDS = List.of(WALLETS, MERCHANTS, FEES);

    static Account wallet(String customer) {
        return new Account(WALLETS, customer);
    }

    static Account merchant(String name) {
        return new Account(MERCHANTS, name);
    }

    static Account fees() {
        return new Account(FEES, "");
    }
}
