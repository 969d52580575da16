/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each number has its key reminded of it later. Some numbers abort, some cancel an earlier reminder
 * of their key; some reminders abort, and some set another one. A serial model says what has to
 * fire.
 */
final class Reminders {
    static final String NUMBERS = "numbers";
    static final String TIMERS = "timers";

    /** Counts numbers, and in thousands what has fired. */
    static final StateSpec<Long, Long> SEEN =
            StateSpec.named("seen", Long.class, Long.class).initialValue(0L);

    static final StateSpec<Long, Long> PASSED =
            StateSpec.named("passed", Long.class, Long.class).initialValue(0L);

    static final int KEYS = 50;
    private static final long FIRED = 1_000;
    private static final long DELAY = 400;

    /** Behind a number that was set by a timer. */
    private static final long AGAIN = 1_000_000;

    private Reminders() {}

    /** Reminds of numbers in one state, behind which another one counts with the same key. */
    static DataStream<TransactionResult<Long>> remind(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return graph.openTransaction(NUMBERS, numbers, number -> Long.toString(number))
                .keyBy(number -> number % KEYS)
                .apply(SEEN, Reminders::set, Long.class)
                .onTimer(SEEN, Long.class, Reminders::fire)
                .sameKey()
                .update(PASSED, (passed, number) -> passed + 1, (p, number) -> number, Long.class)
                .closeTransaction();
    }

    private static void set(ValueAccess<Long> value, Long number, StateContext<Long> transaction) {
        transaction.timers().at(Instant.ofEpochMilli(number + DELAY), number);
        if (cancels(number)) {
            transaction.timers().cancel(cancelled(number));
        }
        if (number % 4 == 1) {
            transaction.abort("not this number");
        }
        value.set(value.get() + 1);
        transaction.emit(number);
    }

    private static void fire(ValueAccess<Long> value, Long number, StateContext<Long> transaction) {
        value.set(value.get() + FIRED);
        if (isRepeated(number)) {
            transaction.timers().at(Instant.ofEpochMilli(number + 2 * DELAY), number + AGAIN);
        }
        if (number % 11 == 5) {
            transaction.abort("not now", "number", number);
        }
        transaction.emit(-number);
    }

    private static boolean cancels(long number) {
        return number % 7 == 3;
    }

    private static long cancelled(long number) {
        return number - 2 * KEYS;
    }

    private static boolean isRepeated(long number) {
        return number % 13 == 0 && number < AGAIN;
    }

    /** Gives each number the time that it is itself. */
    static WatermarkStrategy<Long> time() {
        return WatermarkStrategy.<Long>forGenerator(context -> new Now())
                .withTimestampAssigner((number, before) -> number);
    }

    private static final class Now implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long number, long timestamp, WatermarkOutput output) {
            if (number % 20 == 0) {
                output.emitWatermark(new Watermark(number));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    // ------------------------------------------------------------------ the model

    /** What a key has seen, and what it is still to be reminded of. */
    private static final class Key {
        private final Set<Long> pending = new HashSet<>();
        private long seen;
        private long passed;
    }

    /**
     * Checks results against a serial run in their order, at the end of which nothing is pending.
     *
     * @param count of numbers, from 0
     */
    static void check(List<TransactionResult<Long>> results, long count) {
        Map<Long, Key> keys = new HashMap<>();
        Set<Long> fired = new HashSet<>();
        results.stream()
                .sorted(Comparator.comparing(TransactionResult::timestamp))
                .forEach(result -> replay(result, keys, fired));
        assertThat(results)
                .filteredOn(result -> result.entrance().equals(NUMBERS))
                .hasSize((int) count)
                .extracting(TransactionResult::key)
                .doesNotHaveDuplicates();
        assertThat(keys.values()).allSatisfy(key -> assertThat(key.pending).isEmpty());
        assertThat(fired).hasSizeGreaterThan((int) (count / 2));
    }

    private static void replay(
            TransactionResult<Long> result, Map<Long, Key> keys, Set<Long> fired) {
        if (result.entrance().equals(NUMBERS)) {
            number(result, keys);
        } else {
            assertThat(result.entrance()).isEqualTo(TIMERS);
            timer(result, keys, fired);
        }
    }

    private static void number(TransactionResult<Long> result, Map<Long, Key> keys) {
        long number = Long.parseLong(result.key());
        assertThat(result.isAborted()).as("%s", result).isEqualTo(number % 4 == 1);
        if (result.isAborted()) {
            return;
        }
        Key key = keys.computeIfAbsent(number % KEYS, none -> new Key());
        key.pending.add(number);
        if (cancels(number)) {
            key.pending.remove(cancelled(number));
        }
        key.seen++;
        key.passed++;
        assertThat(result.emitted()).containsExactly(number);
        checkUpdates(result, number % KEYS, key);
    }

    private static void timer(
            TransactionResult<Long> result, Map<Long, Key> keys, Set<Long> fired) {
        long number = result.isAborted() ? numberOf(result.reasons()) : -result.emitted().get(0);
        assertThat(result.isAborted()).as("%s", result).isEqualTo(number % 11 == 5);
        Key key = keys.computeIfAbsent(number % KEYS, none -> new Key());
        assertThat(key.pending.remove(number)).as("pending: %s", result).isTrue();
        assertThat(fired.add(number)).as("only once: %s", result).isTrue();
        if (result.isAborted()) {
            assertThat(result.updates()).isEmpty();
            return;
        }
        if (isRepeated(number)) {
            key.pending.add(number + AGAIN);
        }
        key.seen += FIRED;
        key.passed++;
        checkUpdates(result, number % KEYS, key);
    }

    private static long numberOf(List<AbortReason> reasons) {
        String detail = reasons.get(0).detail();
        return Long.parseLong(detail.substring(detail.indexOf('=') + 1));
    }

    private static void checkUpdates(TransactionResult<Long> result, long number, Key key) {
        assertThat(result.updates()).as("%s", result).hasSize(2);
        assertThat(SEEN.updatesIn(result)).as("%s", result).containsEntry(number, key.seen);
        assertThat(PASSED.updatesIn(result)).as("%s", result).containsEntry(number, key.passed);
    }
}
