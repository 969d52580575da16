/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

/**
 * What the job does: the options, checked.
 *
 * @param input where orders are read from; null when they are generated
 * @param generated how orders are generated; null when they are read
 * @param openings what accounts hold before their first order
 * @param parallelism 0 for that of the environment
 * @param files where the job writes
 */
record BankSettings(
        @Nullable OrderInput input,
        @Nullable GeneratedOrders generated,
        OpeningBalances openings,
        int parallelism,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        OutputFiles files) {

    /**
     * Checks the options.
     *
     * @param embedded whether the job runs in this process, with its files and standard input
     * @throws WrongUseException if an option is unfit, or does not go with another
     */
    static BankSettings of(BankOptions options, boolean embedded) {
        if (options.parallelism != null && options.parallelism < 1) {
            throw new WrongUseException(
                    "Cannot set parallelism: it is below 1, --parallelism="
                            + options.parallelism
                            + ". Give 1 or more, or leave it out.");
        }
        GeneratedOrders generated = GeneratedOrders.of(options);
        OrderInput input = generated == null ? InputCheck.of(options, embedded) : null;
        return new BankSettings(
                input,
                generated,
                openings(options.openingBalance),
                options.parallelism == null ? 0 : options.parallelism,
                options.isolation,
                options.mechanism.control(),
                OutputFiles.of(options, input, embedded));
    }

    /** Whether the source can be stopped: one that waits for standard input cannot. */
    boolean canBeDrained() {
        return input == null || !input.isStdin();
    }

    private static OpeningBalances openings(String option) {
        try {
            return OpeningBalances.parse(option);
        } catch (IllegalArgumentException e) {
            throw new WrongUseException(
                    "Cannot read opening balances: "
                            + e.getMessage()
                            + ", --opening-balance="
                            + option
                            + ". Give an amount such as 2500.00, or a CSV file of lines"
                            + " account,amount.");
        }
    }
}
