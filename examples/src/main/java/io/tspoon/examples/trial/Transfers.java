/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * The input of a run. A transfer depends only on its number and the seed, so it is the same if it
 * is read again after a crash, and when the results are judged.
 *
 * <p>Half of all payers and of all payees are among {@value #HOT} hot accounts. The amounts are
 * such that many transfers are not covered.
 *
 * @param accounts number of accounts, numbered from 0
 */
public record Transfers(long seed, int accounts) implements Serializable {
    /** The balance of every account at the start. */
    public static final long OPENING = 100;

    /** Transfers from this number on do not come by the input: somebody calls them. */
    public static final long CALLED = 1L << 40;

    private static final int HOT = 4;
    private static final int MOST = 60;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    public Transfer numbered(long number) {
        SplittableRandom random = new SplittableRandom(seed * GOLDEN + number);
        int payer = account(random);
        int payee = account(random);
        if (payee == payer) {
            payee = (payer + 1) % accounts;
        }
        return new Transfer(number, payer, payee, 1 + random.nextInt(MOST));
    }

    private int account(SplittableRandom random) {
        return random.nextInt(random.nextBoolean() ? Math.min(HOT, accounts) : accounts);
    }
}
