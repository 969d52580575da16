/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowAccess;
import io.tspoon.api.WindowSpec;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * S-Store's micro-benchmark of windows: each event comes into a window of so many that slides by
 * one, and its answer is the sum of what the window has then. One partition has the window, and the
 * number of all events.
 *
 * @param size of the window
 * @param kind how it is kept
 */
record SlidingSums(int size, Kind kind) implements Application {
    /** Where the last events are. */
    enum Kind {
        /** Nowhere: only the events are counted. */
        NONE,
        /** In a window, which keeps their sum as well. */
        WINDOW,
        /** In a value that has all of them. */
        VALUE
    }

    private static final long VERIFIED_EVENTS = 50_000;
    private static final int ONLY_KEY = 0;
    private static final String COUNT = "count";
    private static final String LAST = "last";
    private static final int VALUES = 1_000;

    @Override
    public long verifiedEvents() {
        return VERIFIED_EVENTS;
    }

    /** What comes into the window. */
    private static int value(long number) {
        return Math.floorMod(number * 31, VALUES);
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        StateSpec<Integer, Long> count =
                StateSpec.named(COUNT, Types.INT, Types.LONG)
                        .initialValue(0L)
                        .partitionedBy(key -> key, Types.INT);
        return switch (kind) {
            case NONE -> {
                int answer = size;
                yield events.partitionBy(tick -> ONLY_KEY, Types.INT)
                        .procedure(
                                (only, tick, transaction) ->
                                        count(only, count, tick, answer, transaction),
                                Answer.TYPE,
                                count)
                        .closeTransaction();
            }
            case WINDOW -> inWindow(events, count);
            case VALUE -> inValue(events, count);
        };
    }

    private DataStream<TransactionResult<Answer>> inWindow(
            TransactionalStream<Tick> events, StateSpec<Integer, Long> count) {
        WindowSpec<Integer, Integer, Long> last =
                WindowSpec.ofLast(LAST, Types.INT, Types.INT, size, 1)
                        .aggregate(
                                Types.LONG,
                                0L,
                                (sum, value) -> sum + value,
                                (sum, value) -> sum - value)
                        .partitionedBy(key -> key, Types.INT);
        return events.partitionBy(tick -> ONLY_KEY, Types.INT)
                .procedure(
                        (only, tick, transaction) -> {
                            long sum = 0;
                            if (!Questions.isQuestion(tick)) {
                                WindowAccess<Integer, Long> window = only.of(last, ONLY_KEY);
                                window.add(value(tick.number()));
                                sum = window.aggregate();
                            }
                            count(only, count, tick, sum, transaction);
                        },
                        Answer.TYPE,
                        count,
                        last)
                .closeTransaction();
    }

    private DataStream<TransactionResult<Answer>> inValue(
            TransactionalStream<Tick> events, StateSpec<Integer, Long> count) {
        int most = size;
        StateSpec<Integer, Longs> last =
                StateSpec.named(LAST, Types.INT, Longs.TYPE)
                        .initialValue(Longs.NONE)
                        .partitionedBy(key -> key, Types.INT);
        return events.partitionBy(tick -> ONLY_KEY, Types.INT)
                .procedure(
                        (only, tick, transaction) -> {
                            long sum = 0;
                            if (!Questions.isQuestion(tick)) {
                                ValueAccess<Longs> values = only.of(last, ONLY_KEY);
                                Longs before = Objects.requireNonNull(values.get());
                                Longs after = appended(before, value(tick.number()), most);
                                values.set(after);
                                sum = Arrays.stream(after.all()).sum();
                            }
                            count(only, count, tick, sum, transaction);
                        },
                        Answer.TYPE,
                        count,
                        last)
                .closeTransaction();
    }

    private static Longs appended(Longs before, int value, int most) {
        long[] all = before.all();
        int kept = Math.min(all.length, most - 1);
        long[] after = Arrays.copyOfRange(all, all.length - kept, all.length + 1);
        after[kept] = value;
        return new Longs(after);
    }

    private static void count(
            Partition only,
            StateSpec<Integer, Long> count,
            Tick tick,
            long answer,
            StateContext<Answer> transaction) {
        ValueAccess<Long> value = only.of(count, ONLY_KEY);
        boolean asks = Questions.isQuestion(tick);
        value.set(Objects.requireNonNull(value.get()) + (asks ? 0 : 1));
        transaction.emit(new Answer(asks ? 0 : answer, tick.start()));
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        throw new UnsupportedOperationException("Cannot build program: it has only transactions");
    }

    @Override
    public long questions() {
        return 1;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        Map<String, Object> initial = new HashMap<>();
        initial.put(Oracle.name(COUNT, ONLY_KEY), 0L);
        return new ReplayedState(oracle(), found, initial);
    }

    /** Of windows it knows the sum: {@link Executed} leaves out what they write. */
    @Override
    public Oracle oracle() {
        Deque<Integer> last = new ArrayDeque<>();
        long[] events = {0};
        return event -> {
            last.addLast(value(event));
            if (last.size() > size) {
                last.removeFirst();
            }
            events[0]++;
            long sum = kind == Kind.NONE ? size : last.stream().mapToLong(Integer::longValue).sum();
            Map<String, Object> updates = new HashMap<>();
            updates.put(Oracle.name(COUNT, ONLY_KEY), events[0]);
            if (kind == Kind.VALUE) {
                long[] all = last.stream().mapToLong(Integer::longValue).toArray();
                updates.put(Oracle.name(LAST, ONLY_KEY), new Longs(all));
            }
            return new Oracle.Expected(true, sum, updates);
        };
    }
}
