/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Layout.Edge;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Numbered transactions that read, write, update, insert and delete keys all over a t-graph of any
 * shape; described once, for Flink and for the serial replay. The transaction with the number
 * {@code count} reads everything, so that the final state is in its result: send it when the others
 * are through.
 *
 * @param layout shape of the t-graph
 * @param count number of transactions before the last one
 * @param keys keys that transactions choose from, at each state and for each way to it
 * @param abortPercent how many writes violate the constraint
 * @param costMs how long an access takes at most
 * @param stateName what the states are called, before their number
 */
public record Workload(
        Layout layout, int count, int keys, int abortPercent, int costMs, String stateName)
        implements Serializable {
    private static final String CONSTRAINT = "value is good";

    public Workload(Layout layout, int count, int keys, int abortPercent, int costMs) {
        this(layout, count, keys, abortPercent, costMs, "s");
    }

    /** A workload of which three writes in a hundred are refused, and that costs nothing. */
    public static Workload of(Layout layout, int count, int keys) {
        return new Workload(layout, count, keys, 3, 0);
    }

    /** The same with other names for its states, for a second t-graph in one job. */
    public Workload withStates(String name) {
        return new Workload(layout, count, keys, abortPercent, costMs, name);
    }

    // ------------------------------------------------------------------ for Flink

    /** Runs the numbered transactions in a t-graph. */
    public DataStream<TransactionResult<String>> run(
            TransactionalGraph graph, DataStream<Long> numbers) {
        TransactionalStream<Visit> input =
                graph.openTransaction(numbers, number -> Long.toString(number))
                        .flatMap(this::enter, Visit.class);
        List<AccessedStream<Visit, Long>> states = new ArrayList<>();
        TransactionalStream<Visit> leaves = null;
        for (int state = 0; state < layout.states(); state++) {
            states.add(visit(state, input, states));
            if (layout.from(state).isEmpty()) {
                TransactionalStream<Visit> leaf = states.get(state);
                leaves = leaves == null ? leaf : leaves.union(leaf);
            }
        }
        return (leaves == null ? input : leaves).map(Visit::trace, String.class).closeTransaction();
    }

    private AccessedStream<Visit, Long> visit(
            int state, TransactionalStream<Visit> input, List<AccessedStream<Visit, Long>> before) {
        return arriving(state, input, before)
                .apply(
                        state(state),
                        visit -> visit.mode(state),
                        (value, visit, transaction) ->
                                transaction.emit(access(visit, state, value, transaction::abort)),
                        Visit.class);
    }

    private KeyedTransactionalStream<Visit, Long> arriving(
            int state, TransactionalStream<Visit> input, List<AccessedStream<Visit, Long>> before) {
        TransactionalStream<Visit> arriving = null;
        for (Edge edge : layout.to(state)) {
            if (edge.sameKey()) {
                return before.get(edge.from()).sameKey();
            }
            int way = way(edge);
            int ways = layout.from(edge.from()).size();
            TransactionalStream<Visit> from =
                    edge.from() == Layout.INPUT ? input : before.get(edge.from());
            TransactionalStream<Visit> onWay = from.map(visit -> visit.onWay(way, ways));
            arriving = arriving == null ? onWay : arriving.union(onWay);
        }
        if (arriving == null) {
            throw new IllegalStateException("Cannot reach state: no edge leads to it, s" + state);
        }
        return arriving.keyBy(visit -> visit.key(keys));
    }

    private Visit access(Visit visit, int state, ValueAccess<Long> value, Consumer<String> abort) {
        if (costMs > 0) {
            long cost = Visit.mix(visit.number() + state) % (costMs + 1);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(cost));
        }
        return accessed(visit, state, value, abort);
    }

    private Visit accessed(
            Visit visit, int state, ValueAccess<Long> value, Consumer<String> abort) {
        long key = visit.key(keys);
        Visit accessed = visit.access(state, key, value, abort);
        return layout.keepsKey(state) ? accessed.keeping(key) : accessed;
    }

    private List<Visit> enter(long number) {
        if (number < count) {
            return List.of(Visit.first(number));
        }
        List<Visit> all = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            all.add(Visit.audit(number, key));
        }
        return all;
    }

    /** Tells edges that leave one place apart, also those that lead to the same state. */
    private int way(Edge edge) {
        List<Edge> ways = layout.from(edge.from());
        for (int way = 0; way < ways.size(); way++) {
            if (ways.get(way) == edge) {
                return way;
            }
        }
        throw new IllegalStateException("Cannot find way, edge=" + edge);
    }

    private StateSpec<Long, Long> state(int number) {
        int bad = abortPercent;
        return StateSpec.named(stateName + number, Long.class, Long.class)
                .constraint(CONSTRAINT, value -> value % 100 >= bad);
    }

    // ------------------------------------------------------------------ for the serial replay

    /**
     * Checks that there is one result for each transaction, and what the level promises of them, if
     * a source with as many instances as the t-graph has given all numbers but the last.
     */
    public void check(Combination combination, List<TransactionResult<String>> results) {
        check(combination, results, Numbers.parts(count, combination.parallelism()));
    }

    /**
     * The same if numbers come otherwise.
     *
     * @param parts the part of a number, all of which come in order
     */
    public void check(
            Combination combination,
            List<TransactionResult<String>> results,
            LongUnaryOperator parts) {
        Bank.checkComplete(results, 0, count + 1);
        if (combination.isSerializable()) {
            SerialReplay.of(results, this::replay);
        } else {
            ReadCommittedCheck.of(results, stateName, Long.toString(count));
        }
        if (combination.isOrdered()) {
            checkEntryOrder(results, parts);
        }
    }

    /**
     * PL4: one attempt each, whose timestamp is the id, and the serial order is that of entry.
     *
     * @param results with the numbers of their inputs as keys
     * @param parts the part of a number, all of which come in order: as an instance of the source
     *     gives them, to one coordinator
     */
    public static void checkEntryOrder(
            List<? extends TransactionResult<?>> results, LongUnaryOperator parts) {
        assertThat(results)
                .allMatch(result -> result.attempts() == 1)
                .allMatch(result -> result.id().value() == result.timestamp().value());
        List<TransactionResult<?>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        Map<Long, Long> last = new HashMap<>();
        for (TransactionResult<?> result : ordered) {
            long number = Long.parseLong(result.key());
            Long before = last.put(parts.applyAsLong(number), number);
            assertThat(before == null || before < number)
                    .as("%s comes behind number %s of its part", result, before)
                    .isTrue();
        }
    }

    private void replay(String number, SerialReplay.View view) {
        for (Visit visit : enter(Long.parseLong(number))) {
            goOn(visit, Layout.INPUT, view);
        }
    }

    private void goOn(Visit visit, int from, SerialReplay.View view) {
        List<Edge> ways = layout.from(from);
        if (ways.isEmpty()) {
            view.emit(visit.trace());
        }
        for (int way = 0; way < ways.size(); way++) {
            int state = ways.get(way).to();
            Visit arrived = visit.onWay(way, ways.size());
            long key = arrived.key(keys);
            ValueAccess<Long> value = view.access(state(state), key);
            goOn(accessed(arrived, state, value, view::abort), state, view);
        }
    }
}
