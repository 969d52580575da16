/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Elements;
import io.tspoon.benchmarks.measure.Mix;

/**
 * What the source offers.
 *
 * @param accounts number of accounts, at least 2
 * @param initialBalance of each account
 * @param maxAmount amounts are uniform in 1..maxAmount
 * @param perSecond transfers due per second over all subtasks; 0 for as fast as they are taken
 * @param limit transfers over all subtasks, after which the source ends; 0 for endless
 * @param mix what the requests are
 * @param seed of the random numbers
 */
public record Load(
        int accounts,
        long initialBalance,
        int maxAmount,
        double perSecond,
        long limit,
        Mix mix,
        long seed)
        implements Elements<Transfer> {
    private static final long serialVersionUID = 1L;
    private static final long MONEY = 1_000_000_000;
    private static final long LEAST = 10_000;

    @Override
    public TransferGenerator generator(int subtask, int subtasks) {
        return new TransferGenerator(this, subtask, subtasks);
    }

    /**
     * A load as fast as it is taken. All accounts together have the same money however many they
     * are, so that hardly any of a few runs short; or as little as the mix says.
     */
    public static Load saturated(int accounts, Mix mix, long seed) {
        long balance = mix.balance() > 0 ? mix.balance() : Math.max(LEAST, MONEY / accounts);
        return new Load(accounts, balance, 100, 0, 0, mix, seed);
    }

    /** The same load, due at a constant rate. */
    public Load paced(double rate) {
        return new Load(accounts, initialBalance, maxAmount, rate, limit, mix, seed);
    }

    /** The same load, which ends after so many transfers; the first ones of each subtask. */
    Load limited(long transfers) {
        return new Load(accounts, initialBalance, maxAmount, perSecond, transfers, mix, seed);
    }

    /** A small load that ends, with so little money that many transfers must abort. */
    public static Load bounded(int accounts, long transfers, Mix mix, long seed) {
        return new Load(accounts, 100, 100, 0, transfers, mix, seed);
    }

    /** The part of the limit that one subtask has to offer. */
    long limitOf(int subtask, int subtasks) {
        if (limit == 0) {
            return Long.MAX_VALUE;
        }
        return limit / subtasks + (subtask < limit % subtasks ? 1 : 0);
    }
}
