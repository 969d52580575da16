/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Without a log, results leave once their transactions are over. */
final class LeaveAtOnce<T> implements Departures<T> {
    private int[] slots = new int[16];

    /** A new list each time, because a store into an old one costs a fence. */
    private List<TransactionResult<T>> results = new ArrayList<>();

    @Override
    public void over(TransactionResult<T> result, int slot) {
        if (results.size() == slots.length) {
            slots = Arrays.copyOf(slots, slots.length * 2);
        }
        slots[results.size()] = slot;
        results.add(result);
    }

    /** Open hears of each by its slot. */
    @Override
    public long overUpTo() {
        return Timestamps.NONE;
    }

    @Override
    public void othersAreDurable(long upTo) {}

    @Override
    public void settle() {}

    @Override
    public int[] takeSlots() {
        return Arrays.copyOf(slots, results.size());
    }

    @Override
    public List<TransactionResult<T>> takeResults() {
        List<TransactionResult<T>> taken = results;
        results = taken.isEmpty() ? taken : new ArrayList<>(taken.size());
        return taken;
    }
}
