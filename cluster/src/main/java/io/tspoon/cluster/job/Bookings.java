/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.examples.trial.SinkFiles;
import io.tspoon.examples.trial.Transfer;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders that are held, paid, or given up by a timer, and forgotten some seconds later. An order
 * has a number. The transaction of a number holds that order, and tries to pay an earlier one.
 *
 * <p>Even orders have a timer in processing time, odd ones in event time. Some transactions abort
 * after they have set a timer, and some timers abort what they do.
 */
public final class Bookings {
    /** The entrance of orders. */
    public static final String ORDERS = "orders";

    public static final String HELD = "held";
    public static final String PAID = "paid";
    public static final String REFUSED = "refused";
    public static final String EXPIRED = "expired";

    /** A timer is due, but there is no order any more. */
    public static final String GONE = "gone";

    private static final Duration HOLD = Duration.ofSeconds(2);

    /** Longer than orders are held, so that most are there when their timer is due. */
    private static final Duration KEPT = Duration.ofSeconds(6);

    /** How many numbers later an order is paid: so that about as many are too late. */
    private static final long PAID_AFTER = 100;

    private static final long MS_PER_SECOND = 1_000;

    private static final StateSpec<Long, String> STATE =
            StateSpec.named("order", Long.class, String.class).expireAfter(KEPT);

    private final SettleSettings settings;

    Bookings(SettleSettings settings) {
        this.settings = settings;
    }

    /**
     * What is done with an order.
     *
     * @param endMs when its hold ends, in event time
     * @param pays whether it is paid, else it is held
     */
    public record Step(long order, long endMs, boolean pays) {}

    // ------------------------------------------------------------------ rules

    /** Whether the transaction of a number aborts, though it has set a timer. */
    public static boolean isRefused(long number) {
        return number % 7 == 3;
    }

    /** Whether the transaction of an order's timer aborts. */
    public static boolean isDenied(long order) {
        return order % 11 == 5;
    }

    /** The order that is paid at a number; negative if none is. */
    public static long paidAt(long number) {
        long order = number - PAID_AFTER;
        return order % 3 == 0 ? order : -1;
    }

    /** The file with the number from which on nothing is booked; it need not exist. */
    public static Path closing(Path results) {
        return results.resolveSibling("closing");
    }

    /** Where results go. */
    public static Path results(Path ofTransfers) {
        return ofTransfers.resolveSibling("bookings");
    }

    // ------------------------------------------------------------------ job

    void build(TransactionalGraph graph, DataStream<Transfer> transfers) {
        Pace pace = new Pace(settings.startedAtMs(), settings.rate());
        graph.openTransaction(ORDERS, open(transfers, pace), Transfer::transactionKey)
                .flatMap(pace::steps, Step.class)
                .keyBy(Step::order)
                .apply(STATE, Bookings::step, String.class)
                .onTimer(STATE, Long.class, Bookings::expire)
                .closeTransaction()
                .map(Bookings::line)
                .returns(Types.STRING)
                .name("booked")
                .uid("booked")
                .sinkTo(SinkFiles.sink(results(settings.results())))
                .name("bookings")
                .uid("bookings");
    }

    private DataStream<Transfer> open(DataStream<Transfer> transfers, Pace pace) {
        return transfers
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Transfer>forMonotonousTimestamps()
                                .withTimestampAssigner((transfer, before) -> pace.dueMs(transfer)))
                .uid("times")
                .filter(new Open(closing(settings.results()).toString()))
                .uid("closing");
    }

    /**
     * When transfers are due.
     *
     * @param rate per second
     */
    private record Pace(long startedAtMs, int rate) implements Serializable {
        long dueMs(Transfer transfer) {
            return startedAtMs + transfer.number() * MS_PER_SECOND / rate;
        }

        List<Step> steps(Transfer transfer) {
            List<Step> steps = new ArrayList<>();
            long endMs = dueMs(transfer) + HOLD.toMillis();
            steps.add(new Step(transfer.number(), endMs, false));
            long paid = paidAt(transfer.number());
            if (paid >= 0) {
                steps.add(new Step(paid, endMs, true));
            }
            return steps;
        }
    }

    private static void step(
            ValueAccess<String> order, Step step, StateContext<String> transaction) {
        if (step.pays()) {
            pay(order, step.order(), transaction);
        } else {
            hold(order, step, transaction);
        }
    }

    private static void hold(
            ValueAccess<String> order, Step step, StateContext<String> transaction) {
        order.set(HELD);
        if (step.order() % 2 == 0) {
            transaction.timers().after(HOLD, step.order());
        } else {
            transaction.timers().at(Instant.ofEpochMilli(step.endMs()), step.order());
        }
        if (isRefused(step.order())) {
            transaction.abort("fully booked");
        }
        transaction.emit(HELD + ":" + step.order());
    }

    private static void pay(
            ValueAccess<String> order, long number, StateContext<String> transaction) {
        if (HELD.equals(order.get())) {
            boolean cancelled = transaction.timers().cancel(number);
            order.set(PAID);
            transaction.emit(PAID + ":" + number + ":" + cancelled);
        } else {
            transaction.emit(REFUSED + ":" + number);
        }
    }

    private static void expire(
            ValueAccess<String> order, Long number, StateContext<String> transaction) {
        if (isDenied(number)) {
            transaction.abort("not now", "order", number);
        }
        if (order.exists()) {
            order.set(EXPIRED);
            transaction.emit(EXPIRED + ":" + number);
        } else {
            transaction.emit(GONE + ":" + number);
        }
    }

    private static String line(TransactionResult<String> result) {
        return Booked.of(result).line();
    }

    /** Lets pass what comes before the number in a file, as soon as there is one. */
    private record Open(String file) implements FilterFunction<Transfer> {
        @Override
        public boolean filter(Transfer transfer) throws IOException {
            Path closing = Path.of(file);
            return !Files.exists(closing)
                    || transfer.number() < Long.parseLong(Files.readString(closing));
        }
    }
}
