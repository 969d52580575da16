/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An account as it may be in practice; for {@link AccountLoad}. Public, or Flink would write it
 * with Kryo.
 */
public record LoadedAccount(String id, String holder, String currency, long balance) {
    static final TypeInformation<LoadedAccount> TYPE = TypeInformation.of(LoadedAccount.class);

    static LoadedAccount numbered(long number) {
        return new LoadedAccount(
                "account-" + number, "holder of " + number, "EUR", 1_000 + number % 1_000);
    }
}
