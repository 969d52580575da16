/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import java.util.SplittableRandom;

/** The random transfers of one source subtask; the same ones whenever load and subtask are. */
final class TransferGenerator {
    private static final long SEEDS_APART = 1_000_003;

    private final int accounts;
    private final int maxAmount;
    private final long limit;
    private final SplittableRandom random;
    private long generated;

    TransferGenerator(Load load, int subtask, int subtasks) {
        accounts = load.accounts();
        maxAmount = load.maxAmount();
        limit = load.limitOf(subtask, subtasks);
        random = new SplittableRandom(load.seed() * SEEDS_APART + subtask);
    }

    boolean hasNext() {
        return generated < limit;
    }

    long generated() {
        return generated;
    }

    Transfer next(long start) {
        generated++;
        int source = random.nextInt(accounts);
        int other = random.nextInt(accounts - 1);
        int destination = other < source ? other : other + 1;
        return new Transfer(source, destination, 1 + random.nextInt(maxAmount), start);
    }
}
