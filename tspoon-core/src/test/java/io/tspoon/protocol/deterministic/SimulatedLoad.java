/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;

/**
 * What the transactions do. All functions are pure: what they do follows from the access and from
 * what it sees, so one wrong value soon shows in all that follows.
 *
 * @param bank whether accesses add amounts to balances that must not be negative; else each value
 *     is a hash of what was seen
 * @param keys keys of each participant
 * @param skewed whether half of the accesses go to the first two keys
 * @param fanOut highest number of accesses of a transaction
 * @param samePercent how often an access goes to the key of the one before
 * @param solePercent how many transactions stay at one participant
 * @param readPercent share of accesses that read
 * @param blindPercent share of accesses that write without reading
 * @param falliblePercent share of accesses that may fail
 * @param failPercent how often these do
 * @param throwPermille how often a function throws an exception
 * @param values how many values there are: with few of them, a repair often ends early
 */
record SimulatedLoad(
        boolean bank,
        int keys,
        boolean skewed,
        int fanOut,
        int samePercent,
        int solePercent,
        int readPercent,
        int blindPercent,
        int falliblePercent,
        int failPercent,
        int throwPermille,
        int values)
        implements AccessFunction<Long, SimulatedAccess> {
    private static final int OPENING_BALANCE = 100;

    /** The exception of a user's function. */
    static final class FunctionException extends Exception {
        private static final long serialVersionUID = 1L;
        final transient SimulatedTransaction transaction;

        FunctionException(SimulatedTransaction transaction) {
            super("function fails in " + transaction);
            this.transaction = transaction;
        }
    }

    static SimulatedLoad random(SplittableRandom random) {
        int[] keys = {1, 2, 3, 5, 10, 30, 100};
        return new SimulatedLoad(
                random.nextInt(4) == 0,
                keys[random.nextInt(keys.length)],
                random.nextBoolean(),
                1 + random.nextInt(4),
                random.nextInt(3) * 15,
                random.nextInt(3) * 30,
                random.nextInt(3) * 20,
                random.nextInt(3) * 15,
                random.nextInt(4) * 30,
                random.nextInt(4) * 20,
                random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0,
                random.nextBoolean() ? 3 : 1_000_000);
    }

    /** A third to half of the transfers abort. */
    static SimulatedLoad hotBank(SplittableRandom random) {
        return new SimulatedLoad(true, 2 + random.nextInt(20), false, 2, 0, 0, 0, 0, 100, 0, 0, 0);
    }

    /** Every second transaction aborts; few keys, any access. */
    static SimulatedLoad hot(SplittableRandom random) {
        return new SimulatedLoad(
                false, 2 + random.nextInt(9), false, 3, 10, 10, 10, 10, 60, 45, 0, 1_000_000);
    }

    /** Draws the accesses of a transaction. */
    SimulatedTransaction draw(int coordinator, int number, int participants, long seed) {
        SimulatedTransaction drawn = new SimulatedTransaction(coordinator, number);
        SplittableRandom random =
                new SplittableRandom(mix(seed, coordinator * 1_000_003L + number));
        int count = bank ? 2 : random.nextInt(100) < 2 ? 0 : 1 + random.nextInt(fanOut);
        boolean sole = random.nextInt(100) < solePercent;
        int participant = random.nextInt(participants);
        int key = 0;
        long amount = 1 + random.nextInt(OPENING_BALANCE);
        for (int i = 0; i < count; i++) {
            if (i == 0 || random.nextInt(100) >= samePercent) {
                key =
                        skewed && random.nextBoolean()
                                ? random.nextInt(Math.min(2, keys))
                                : random.nextInt(keys);
                participant = sole ? participant : random.nextInt(participants);
            }
            int kind = random.nextInt(100);
            AccessMode mode =
                    bank || kind >= readPercent + blindPercent
                            ? AccessMode.UPDATE
                            : kind < readPercent ? AccessMode.READ : AccessMode.WRITE;
            boolean mayFail = bank ? i == 0 : random.nextInt(100) < falliblePercent;
            drawn.accesses.add(
                    new SimulatedAccess(
                            drawn,
                            random.nextLong(),
                            participant,
                            key,
                            mode,
                            mayFail,
                            i == 0 ? -amount : amount));
        }
        return drawn;
    }

    /** Runs an access; the serial run uses it, too. */
    @Override
    public void run(SimulatedAccess access, @Nullable Long below, boolean own, Effect<Long> effect)
            throws FunctionException {
        access.runs++;
        access.seen = below;
        access.failed = false;
        access.after = below;
        long hash = mix(access.seed, below == null ? -1 : below);
        if (Long.remainderUnsigned(mix(hash, 3), 1000) < throwPermille) {
            throw new FunctionException(access.transaction);
        }
        Long written = bank ? (Long) (balance(below) + access.amount) : hashed(hash);
        boolean fails =
                bank ? written < 0 : Long.remainderUnsigned(mix(hash, 5), 100) < failPercent;
        if (access.mayFail && fails) {
            access.failed = true;
            effect.fail();
        } else if (access.mode != AccessMode.READ) {
            access.after = written;
            effect.write(written);
        }
    }

    @Override
    public void skip(SimulatedAccess access) {
        access.seen = null;
        access.after = null;
        access.failed = false;
    }

    private static long balance(@Nullable Long value) {
        return value == null ? OPENING_BALANCE : value;
    }

    private @Nullable Long hashed(long hash) {
        long value = Long.remainderUnsigned(mix(hash, 7), values);
        return value == 0 ? null : (Long) value;
    }

    /** The finalizer of SplitMix64, over both numbers. */
    private static long mix(long first, long second) {
        long z = first * 0x9E3779B97F4A7C15L + second * 0xD1B54A32D192ED03L + 0x8CB92BA72F3D8DD7L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
