/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each number takes a seat of its show, some two seats of two shows, and has the seat given back
 * later, and with it what the show has free. Some numbers abort, some keep an earlier seat; some
 * timers abort, and some set another one. Some numbers have their show counted later, and some have
 * its bell rung: timers of other states of the same partition, set behind {@code keyBy}. A serial
 * model says what has to fire, and what it finds.
 */
final class Shows {
    private static final int SHOWS = 5;
    private static final long DELAY = 400;

    /** From a number to its second seat, in the next show. */
    private static final long SECOND = 10_000_001;

    /** Behind a seat that is given back a second time. */
    private static final long AGAIN = 100_000_000;

    private static final long TAKEN = 1;
    private static final long GIVEN_BACK = 2;

    private static final StateSpec<Long, Long> SEATS =
            StateSpec.named("seats", Long.class, Long.class)
                    .partitionedBy(Shows::showOf, Integer.class);

    /** What is free, of more than there can be. */
    private static final StateSpec<Integer, Long> FREE =
            StateSpec.named("free", Integer.class, Long.class)
                    .initialValue(0L)
                    .partitionedBy(show -> show, Integer.class);

    /** What was free when a show was counted. */
    private static final StateSpec<Integer, Long> COUNTED =
            StateSpec.named("counted", Integer.class, Long.class)
                    .initialValue(0L)
                    .partitionedBy(show -> show, Integer.class);

    private static final StateSpec<Integer, Long> BELLS =
            StateSpec.named("bells", Integer.class, Long.class)
                    .initialValue(0L)
                    .partitionedBy(show -> show, Integer.class);

    private Shows() {}

    /** A seat that is taken on behalf of a number. */
    public record Seat(long number, long seat) {}

    private static int showOf(long seat) {
        return (int) (seat % SHOWS);
    }

    private static List<Seat> seats(long number) {
        Seat first = new Seat(number, number);
        return number % 9 == 0 ? List.of(first, new Seat(number, number + SECOND)) : List.of(first);
    }

    static DataStream<TransactionResult<Long>> remind(
            TransactionalGraph graph, DataStream<Long> numbers) {
        TransactionalStream<Long> opened =
                graph.openTransaction("numbers", numbers, number -> Long.toString(number));
        TransactionalStream<Long> taken =
                opened.<Seat>flatMap(
                                (number, out) -> seats(number).forEach(out::collect), Seat.class)
                        .partitionBy(seat -> showOf(seat.seat()), Types.INT)
                        .procedure(Shows::take, Long.class, SEATS, FREE, COUNTED, BELLS)
                        .onTimer(SEATS, Long.class, Shows::giveBack)
                        .onTimer(COUNTED, Long.class, Shows::count);
        TransactionalStream<Long> counts =
                opened.filter(Shows::isCounted)
                        .keyBy(Shows::showOf)
                        .apply(COUNTED, Shows::remindLater, Long.class);
        TransactionalStream<Long> bells =
                opened.filter(Shows::hasBell)
                        .keyBy(Shows::showOf)
                        .apply(BELLS, Shows::remindLater, Long.class)
                        .onTimer(BELLS, Long.class, Shows::ring);
        return TransactionalGraph.closeTransaction(taken, counts, bells);
    }

    private static void remindLater(
            ValueAccess<Long> value, Long number, StateContext<Long> transaction) {
        transaction.timers().at(Instant.ofEpochMilli(number + DELAY), number);
    }

    private static void ring(ValueAccess<Long> rung, Long number, StateContext<Long> transaction) {
        rung.set(rung.get() + 1);
        transaction.emit(number);
    }

    private static void take(Partition show, Seat seat, StateContext<Long> transaction) {
        long number = seat.number();
        show.timers(SEATS, seat.seat()).at(Instant.ofEpochMilli(number + DELAY), seat.seat());
        if (keeps(seat)) {
            show.timers(SEATS, kept(number)).cancel(kept(number));
        }
        show.of(SEATS, seat.seat()).set(TAKEN);
        ValueAccess<Long> free = show.of(FREE, showOf(seat.seat()));
        free.set(free.get() - 1);
        if (isRefused(seat)) {
            transaction.abort("not this number");
        }
        transaction.emit(seat.seat());
    }

    private static void giveBack(
            Partition show, Long key, Long seat, StateContext<Long> transaction) {
        long number = seat % AGAIN;
        assertThat(key).isEqualTo(number);
        show.of(SEATS, number).set(seat < AGAIN ? GIVEN_BACK : seat);
        ValueAccess<Long> free = show.of(FREE, showOf(number));
        free.set(free.get() + 1);
        if (isRepeated(seat)) {
            show.timers(SEATS, number).at(Instant.ofEpochMilli(number + 2 * DELAY), seat + AGAIN);
        }
        if (isDenied(number)) {
            transaction.abort("not now", "seat", seat);
        }
        transaction.emit(-seat);
    }

    /** Looks at another state than that of its timer. */
    private static void count(
            Partition show, Integer key, Long number, StateContext<Long> transaction) {
        show.of(COUNTED, key).set(show.of(FREE, key).get());
        transaction.emit(number);
    }

    private static boolean isRefused(Seat seat) {
        return seat.number() % 4 == 1 && seat.seat() == seat.number();
    }

    private static boolean keeps(Seat seat) {
        return seat.number() % 7 == 3 && seat.seat() == seat.number();
    }

    private static long kept(long number) {
        return number >= 10 * SHOWS ? number - 10 * SHOWS : number;
    }

    private static boolean isCounted(long number) {
        return number % 10 == 0;
    }

    private static boolean hasBell(long number) {
        return number % 10 == 3;
    }

    private static boolean isRepeated(long seat) {
        return seat % 13 == 0 && seat < AGAIN;
    }

    private static boolean isDenied(long number) {
        return number % 11 == 5;
    }

    // ------------------------------------------------------------------ the model

    private static final class Model {
        private final Map<Long, Long> free = new HashMap<>();
        private final Set<Long> pending = new HashSet<>();
        private final Set<Long> toCount = new HashSet<>();
        private final Set<Long> toRing = new HashSet<>();
        private final Map<Integer, Long> rung = new HashMap<>();
        private int fired;

        private long free(long show, long change) {
            return free.merge(show, change, Long::sum);
        }
    }

    /**
     * Checks results against a serial run in their order, at the end of which nothing is pending.
     *
     * @param count of numbers, from 0
     */
    static void check(List<TransactionResult<Long>> results, long count) {
        Model model = new Model();
        results.stream()
                .sorted(Comparator.comparing(TransactionResult::timestamp))
                .forEach(
                        result -> {
                            if (result.entrance().equals("numbers")) {
                                number(result, model);
                            } else {
                                assertThat(result.entrance()).isEqualTo("timers");
                                timer(result, model);
                            }
                        });
        assertThat(results)
                .filteredOn(result -> result.entrance().equals("numbers"))
                .hasSize((int) count)
                .extracting(TransactionResult::key)
                .doesNotHaveDuplicates();
        assertThat(model.pending).isEmpty();
        assertThat(model.toCount).isEmpty();
        assertThat(model.toRing).isEmpty();
        assertThat(model.fired).isGreaterThan((int) (count / 2));
    }

    private static void number(TransactionResult<Long> result, Model model) {
        List<Seat> seats = seats(Long.parseLong(result.key()));
        boolean refused = seats.stream().anyMatch(Shows::isRefused);
        assertThat(result.isAborted()).as("%s", result).isEqualTo(refused);
        if (refused) {
            return;
        }
        long number = seats.get(0).number();
        if (isCounted(number)) {
            model.toCount.add(number);
        }
        if (hasBell(number)) {
            model.toRing.add(number);
        }
        Map<Object, Object> expectedSeats = new HashMap<>();
        Map<Object, Object> expectedFree = new HashMap<>();
        for (Seat seat : seats) {
            model.pending.add(seat.seat());
            if (keeps(seat)) {
                model.pending.remove(kept(seat.number()));
            }
            int show = showOf(seat.seat());
            expectedSeats.put(seat.seat(), TAKEN);
            expectedFree.put(show, model.free(show, -1));
        }
        assertThat(new ArrayList<Object>(result.emitted()))
                .containsExactlyInAnyOrderElementsOf(expectedSeats.keySet());
        assertThat(result.updates()).as("%s", result).hasSize(2 * seats.size());
        assertThat(SEATS.updatesIn(result)).as("%s", result).isEqualTo(expectedSeats);
        assertThat(FREE.updatesIn(result)).as("%s", result).isEqualTo(expectedFree);
    }

    private static void timer(TransactionResult<Long> result, Model model) {
        model.fired++;
        if (!BELLS.updatesIn(result).isEmpty()) {
            bell(result, model);
        } else if (!COUNTED.updatesIn(result).isEmpty()) {
            counted(result, model);
        } else {
            seat(result, model);
        }
    }

    private static void bell(TransactionResult<Long> result, Model model) {
        long number = result.emitted().get(0);
        assertThat(model.toRing.remove(number)).as("pending: %s", result).isTrue();
        assertThat(result.updates()).as("%s", result).hasSize(1);
        int show = showOf(number);
        assertThat(BELLS.updatesIn(result))
                .as("%s", result)
                .containsEntry(show, model.rung.merge(show, 1L, Long::sum));
    }

    private static void counted(TransactionResult<Long> result, Model model) {
        long number = result.emitted().get(0);
        assertThat(model.toCount.remove(number)).as("pending: %s", result).isTrue();
        assertThat(result.updates()).as("%s", result).hasSize(1);
        assertThat(COUNTED.updatesIn(result))
                .as("%s", result)
                .containsEntry(showOf(number), model.free(showOf(number), 0));
    }

    private static void seat(TransactionResult<Long> result, Model model) {
        long seat = result.isAborted() ? seatOf(result) : -result.emitted().get(0);
        long number = seat % AGAIN;
        assertThat(model.pending.remove(seat)).as("pending: %s", result).isTrue();
        assertThat(result.isAborted()).as("%s", result).isEqualTo(isDenied(number));
        if (result.isAborted()) {
            assertThat(result.updates()).isEmpty();
            return;
        }
        if (isRepeated(seat)) {
            model.pending.add(seat + AGAIN);
        }
        int show = showOf(number);
        assertThat(result.updates()).as("%s", result).hasSize(2);
        assertThat(SEATS.updatesIn(result))
                .as("%s", result)
                .containsEntry(number, seat < AGAIN ? GIVEN_BACK : seat);
        assertThat(FREE.updatesIn(result))
                .as("%s", result)
                .containsEntry(show, model.free(show, 1));
    }

    private static long seatOf(TransactionResult<Long> result) {
        String detail = result.reasons().get(0).detail();
        return Long.parseLong(detail.substring(detail.indexOf('=') + 1));
    }
}
