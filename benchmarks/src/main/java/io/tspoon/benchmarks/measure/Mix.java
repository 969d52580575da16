/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import java.io.Serializable;

/**
 * What the requests are, besides transfers that may succeed, and what there is to transfer.
 *
 * @param singleShare share of requests for one account: half of them withdrawals, half deposits
 * @param abortShare share of transfers and withdrawals that must abort, as nobody has so much money
 * @param balance with which each account begins; 0 for so much that hardly any runs short
 */
public record Mix(double singleShare, double abortShare, long balance) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Transfers only, none of which must abort. */
    public static final Mix TRANSFERS = new Mix(0, 0);

    /**
     * Transfers among accounts that begin with the highest amount. Soon balances are spread as
     * chance has it, and 37 % (1/e) of the transfers abort, however many accounts there are.
     */
    public static final Mix POOR = new Mix(0, 0, 100);

    /** With money enough. */
    public Mix(double singleShare, double abortShare) {
        this(singleShare, abortShare, 0);
    }

    public Mix {
        boolean shares = singleShare >= 0 && singleShare <= 1 && abortShare >= 0 && abortShare <= 1;
        if (!shares || balance < 0) {
            throw new IllegalArgumentException(
                    "Cannot mix requests: shares must be between 0 and 1, and balances not"
                            + " negative, singleShare="
                            + singleShare
                            + ", abortShare="
                            + abortShare
                            + ", balance="
                            + balance);
        }
    }
}
