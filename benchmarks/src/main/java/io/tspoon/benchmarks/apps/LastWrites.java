/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events that write one figure, which no other event has, to several records. What is found in a
 * record says who was the last to write it. All others who write this record come before that one
 * in the serial order, so these orders must fit together: no circle.
 */
final class LastWrites implements FinalState {
    private final TableApplication application;
    private final Found found;
    private final Table table;
    private final BitSet written = new BitSet();

    /** The records of each event whose figure is found anywhere, by the figure. */
    private final Map<Long, List<Integer>> records = new HashMap<>();

    /**
     * @param application with one table; {@link Access#x} of those that write is the figure
     */
    LastWrites(TableApplication application, Found found) {
        this.application = application;
        this.found = found;
        table = application.tables().get(0);
        for (int key = 0; key < application.records(); key++) {
            records.put(figure(key), new ArrayList<>());
        }
    }

    private long figure(int key) {
        String name = Oracle.name(table.name(), key);
        if (found.values().get(name) instanceof Cell cell) {
            return cell.x();
        }
        throw found.failure().apply("a record is lost, record=" + name);
    }

    @Override
    public void add(long number, boolean committed) {
        if (!committed) {
            throw found.failure().apply("what cannot abort was not committed, event=" + number);
        }
        List<Access> accesses = application.accesses(new Tick(number, 0));
        if (!application.mode(accesses.get(0)).writes()) {
            return;
        }
        List<Integer> keys = records.get(accesses.get(0).x());
        for (Access access : accesses) {
            written.set(access.key());
            if (keys != null) {
                keys.add(access.key());
            }
        }
    }

    @Override
    public void check() {
        for (int key = 0; key < application.records(); key++) {
            long figure = figure(key);
            boolean isRight =
                    written.get(key)
                            ? records.getOrDefault(figure, List.of()).contains(key)
                            : figure == table.x();
            if (!isRight) {
                throw found.failure()
                        .apply(
                                "a record is not what an event leaves, record="
                                        + Oracle.name(table.name(), key)
                                        + ", found="
                                        + figure);
            }
        }
        Map<Long, List<Long>> before = new HashMap<>();
        Map<Long, Integer> after = new HashMap<>();
        records.forEach(
                (event, keys) -> {
                    for (int key : keys) {
                        long last = figure(key);
                        if (last != event) {
                            before.computeIfAbsent(last, none -> new ArrayList<>()).add(event);
                            after.merge(event, 1, Integer::sum);
                        }
                    }
                });
        checkNoCircle(before, after);
    }

    /**
     * Takes away events that none has to follow, until none is left.
     *
     * @param before events that come before each event
     * @param after number of those that come after each event
     */
    private void checkNoCircle(Map<Long, List<Long>> before, Map<Long, Integer> after) {
        Deque<Long> latest = new ArrayDeque<>(records.keySet());
        latest.removeIf(after::containsKey);
        int left = records.size();
        while (!latest.isEmpty()) {
            left--;
            for (long event : before.getOrDefault(latest.remove(), List.of())) {
                if (after.merge(event, -1, Integer::sum) == 0) {
                    latest.add(event);
                }
            }
        }
        if (left > 0) {
            throw found.failure()
                    .apply("no serial order leaves these records, events in circles=" + left);
        }
    }
}
