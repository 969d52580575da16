/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import java.util.List;

/** An amount that goes from one account to another. */
public record Transfer(long id, int source, int destination, long amount) {
    /** The withdrawal, then the deposit. */
    public List<Movement> movements() {
        return List.of(new Movement(id, source, -amount), new Movement(id, destination, amount));
    }

    public String key() {
        return Long.toString(id);
    }

    /** The transfer with the number, always the same for the same seed. */
    public static Transfer numbered(long number, int accounts, long seed) {
        long random = mix(number * 0x9E3779B97F4A7C15L + seed);
        int source = (int) Long.remainderUnsigned(random, accounts);
        int distance = 1 + (int) Long.remainderUnsigned(mix(random), accounts - 1);
        long amount = Long.remainderUnsigned(mix(random + 1), 60);
        return new Transfer(number, source, (source + distance) % accounts, amount);
    }

    /** The finalizer of SplittableRandom: every bit of the result depends on every bit given. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
