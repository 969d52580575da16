/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Attempts that complete together, stored in columns in the order of their decisions.
 *
 * @param <R> result of an attempt
 */
@Internal
public final class Completions<R> {
    private int[] slots;
    private byte[] decisions;
    private final List<@Nullable R> results;

    Completions(int expectedSize) {
        slots = new int[expectedSize];
        decisions = new byte[expectedSize];
        results = new ArrayList<>(expectedSize);
    }

    void add(int slot, Decision decision, @Nullable R result) {
        int size = results.size();
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            decisions = Arrays.copyOf(decisions, size * 2);
        }
        slots[size] = slot;
        decisions[size] = (byte) decision.ordinal();
        results.add(result);
    }

    public int size() {
        return results.size();
    }

    public int slot(int index) {
        return slots[index];
    }

    public Decision decision(int index) {
        return Decision.of(decisions[index]);
    }

    /** The result; null for an attempt that is repeated. */
    public @Nullable R result(int index) {
        return results.get(index);
    }
}
