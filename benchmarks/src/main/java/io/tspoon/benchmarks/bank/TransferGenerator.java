/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Elements;
import io.tspoon.benchmarks.measure.Mix;

import java.util.SplittableRandom;

/** The random transfers of one source subtask; the same ones whenever load and subtask are. */
public final class TransferGenerator implements Elements.Generator<Transfer> {
    /** More than there is in all accounts together. */
    static final long IMPOSSIBLE_AMOUNT = 1L << 50;

    private static final long SEEDS_APART = 1_000_003;

    private final int accounts;
    private final int maxAmount;
    private final long limit;
    private final Mix mix;
    private final SplittableRandom random;
    private long generated;

    TransferGenerator(Load load, int subtask, int subtasks) {
        accounts = load.accounts();
        maxAmount = load.maxAmount();
        limit = load.limitOf(subtask, subtasks);
        mix = load.mix();
        random = new SplittableRandom(load.seed() * SEEDS_APART + subtask);
    }

    @Override
    public boolean hasNext() {
        return generated < limit;
    }

    @Override
    public long generated() {
        return generated;
    }

    @Override
    public Transfer next(long start) {
        generated++;
        int source = random.nextInt(accounts);
        int other = random.nextInt(accounts - 1);
        int destination = other < source ? other : other + 1;
        long amount = 1L + random.nextInt(maxAmount);
        if (isIn(mix.singleShare())) {
            if (random.nextBoolean()) {
                return new Transfer(Transfer.NOBODY, destination, amount, start);
            }
            destination = Transfer.NOBODY;
        }
        return new Transfer(
                source, destination, isIn(mix.abortShare()) ? IMPOSSIBLE_AMOUNT : amount, start);
    }

    /** Takes no random number where there is no choice. */
    private boolean isIn(double share) {
        return share > 0 && random.nextDouble() < share;
    }
}
