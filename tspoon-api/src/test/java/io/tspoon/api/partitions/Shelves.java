/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.partitions;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transactions that do anything to the keys of one shelf or several, by chance: read, write and
 * delete what earlier ones have left, in two states, and abort.
 */
public final class Shelves {
    static final int SHELVES = 5;

    private static final int BOXES = 15;
    private static final long LEAST = -40;
    private static final int MOST_STEPS = 14;
    private static final String RULE = "by chance";

    /** A number is on the shelf of its remainder. */
    static final StateSpec<Long, Long> BOXED =
            StateSpec.named("boxed", Long.class, Long.class)
                    .initialValue(0L)
                    .constraint("not below", value -> value >= LEAST)
                    .partitionedBy(box -> (int) (box % SHELVES), Integer.class);

    static final StateSpec<String, Long> LABELS =
            StateSpec.named("labels", String.class, Long.class)
                    .partitionedBy(
                            label -> Integer.parseInt(label.substring(label.indexOf('@') + 1)),
                            Integer.class);

    private Shelves() {}

    /** What is done to one shelf on behalf of a transaction. */
    public record Part(long number, int index, int shelf) {
        private SplittableRandom random() {
            return new SplittableRandom(number * 31 + index);
        }
    }

    /** The states, in a job or in a serial execution. */
    interface Store {
        <K, V> ValueAccess<V> of(StateSpec<K, V> state, K key);

        void emit(long element);

        void abort(String rule);
    }

    static List<Part> parts(long number) {
        SplittableRandom random = new SplittableRandom(number);
        int parts = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        return LongStream.range(0, parts)
                .mapToObj(i -> new Part(number, (int) i, random.nextInt(SHELVES)))
                .toList();
    }

    static void execute(Part part, Store store) {
        SplittableRandom random = part.random();
        int steps = random.nextInt(MOST_STEPS);
        long seen = part.number % 7;
        for (int step = 0; step < steps; step++) {
            ValueAccess<Long> box =
                    store.of(BOXED, (long) part.shelf + SHELVES * random.nextInt(BOXES));
            ValueAccess<Long> label = store.of(LABELS, random.nextInt(BOXES) + "@" + part.shelf);
            switch (random.nextInt(6)) {
                case 0 -> seen += box.get();
                case 1 -> box.set(box.get() + seen % 9 - 4);
                case 2 -> label.set(box.get() + (label.exists() ? label.get() : part.number));
                case 3 -> seen += label.exists() ? label.get() % 5 : 1;
                case 4 -> label.delete();
                default -> box.delete();
            }
        }
        if (random.nextInt(20) == 0) {
            store.abort(RULE);
        }
        store.emit(seen);
    }

    /** Runs them in a t-graph. */
    public static DataStream<TransactionResult<Long>> run(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return shelves(graph.openTransaction(numbers, number -> Long.toString(number)))
                .closeTransaction();
    }

    static TransactionalStream<Long> shelves(TransactionalStream<Long> numbers) {
        return numbers.<Part>flatMap(
                        (number, out) -> parts(number).forEach(out::collect), Part.class)
                .partitionBy(Part::shelf, Types.INT)
                .procedure(
                        (shelf, part, transaction) ->
                                execute(
                                        part,
                                        new Store() {
                                            @Override
                                            public <K, V> ValueAccess<V> of(
                                                    StateSpec<K, V> state, K key) {
                                                return shelf.of(state, key);
                                            }

                                            @Override
                                            public void emit(long element) {
                                                transaction.emit(element);
                                            }

                                            @Override
                                            public void abort(String rule) {
                                                transaction.abort(rule);
                                            }
                                        }),
                        Long.class,
                        BOXED,
                        LABELS);
    }

    /** Compares each result with a serial execution, and gives what that leaves. */
    static SerialReplay check(List<TransactionResult<Long>> results, int count) {
        assertThat(results).extracting(TransactionResult::key).doesNotHaveDuplicates();
        assertThat(results).hasSize(count);
        assertThat(results).anyMatch(TransactionResult::isAborted);
        return SerialReplay.of(
                results,
                (number, view) ->
                        parts(Long.parseLong(number)).forEach(part -> execute(part, store(view))));
    }

    private static Store store(SerialReplay.View view) {
        return new Store() {
            @Override
            public <K, V> ValueAccess<V> of(StateSpec<K, V> state, K key) {
                return view.access(state, key);
            }

            @Override
            public void emit(long element) {
                view.emit(element);
            }

            @Override
            public void abort(String rule) {
                view.abort(rule);
            }
        };
    }
}
