/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import java.io.Serializable;

/**
 * What the requests are, besides transfers that may succeed.
 *
 * @param singleShare share of requests for one account: half of them withdrawals, half deposits
 * @param abortShare share of transfers and withdrawals that must abort, as nobody has so much money
 */
public record Mix(double singleShare, double abortShare) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Transfers only, none of which must abort. */
    public static final Mix TRANSFERS = new Mix(0, 0);

    public Mix {
        if (singleShare < 0 || singleShare > 1 || abortShare < 0 || abortShare > 1) {
            throw new IllegalArgumentException(
                    "Cannot mix requests: shares must be between 0 and 1, singleShare="
                            + singleShare
                            + ", abortShare="
                            + abortShare);
        }
    }
}
