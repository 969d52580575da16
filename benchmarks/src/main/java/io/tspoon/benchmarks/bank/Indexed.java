/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.StateSpec;

/** What is indexed of accounts. */
public enum Indexed {
    NOTHING,
    /** What no transfer changes. */
    KEYS,
    /** What every transfer changes, twice. */
    BALANCES;

    StateSpec<Integer, Long> of(StateSpec<Integer, Long> accounts) {
        return switch (this) {
            case NOTHING -> accounts;
            case KEYS -> accounts.sorted();
            case BALANCES -> accounts.index("balance", balance -> balance);
        };
    }
}
