/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.windows;

import io.tspoon.api.Partition;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowAccess;
import io.tspoon.api.WindowContent;
import io.tspoon.api.WindowSlot;
import io.tspoon.api.WindowSpec;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Votes that come into windows of both kinds by chance, in transactions of one show or several, of
 * which some abort. Each tells what it has seen, and all of that is compared with plain lists.
 */
public final class Polls {
    private static final int SHOWS = 5;
    private static final int DESKS = 2;
    private static final int MOST_STEPS = 6;
    private static final String RULE = "by chance";

    /** The windows of a desk are in the partition of its show. */
    public static final WindowSpec<Long, Vote, Long> LAST =
            WindowSpec.ofLast("last", Long.class, Vote.class, 10, 3)
                    .partitionedBy(desk -> (int) (desk % SHOWS), Integer.class)
                    .aggregate(
                            Long.class,
                            0L,
                            (sum, vote) -> sum + vote.value,
                            (sum, vote) -> sum - vote.value);

    public static final WindowSpec<Long, Vote, Long> SPAN =
            WindowSpec.ofTime(
                            "span",
                            Long.class,
                            Vote.class,
                            Duration.ofMillis(100),
                            Duration.ofMillis(20),
                            Vote::at)
                    .aggregate(
                            Long.class,
                            0L,
                            (sum, vote) -> sum + vote.value,
                            (sum, vote) -> sum - vote.value)
                    .partitionedBy(desk -> (int) (desk % SHOWS), Integer.class);

    private Polls() {}

    /** What is in windows. */
    public record Vote(long at, long value) {}

    /** What is done to one show on behalf of a transaction. */
    public record Part(long number, int index, int show) {
        private SplittableRandom random() {
            return new SplittableRandom(number * 31 + index);
        }
    }

    /** A window, in a job or beside it. */
    private interface Window {
        boolean add(Vote vote);

        List<Vote> elements();

        long sum();
    }

    /** The windows, in a job or beside it. */
    private interface Store {
        Window of(WindowSpec<Long, Vote, Long> spec, long desk);
    }

    private static List<Part> parts(long number) {
        SplittableRandom random = new SplittableRandom(number);
        int parts = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        return LongStream.range(0, parts)
                .mapToObj(i -> new Part(number, (int) i, random.nextInt(SHOWS)))
                .toList();
    }

    /** What it has seen; empty if it aborts. */
    private static String execute(Part part, Store store) {
        SplittableRandom random = part.random();
        StringBuilder seen = new StringBuilder();
        for (int steps = random.nextInt(MOST_STEPS); steps > 0; steps--) {
            WindowSpec<Long, Vote, Long> spec = random.nextBoolean() ? LAST : SPAN;
            Window window = store.of(spec, part.show + SHOWS * random.nextInt(DESKS));
            if (random.nextInt(3) > 0) {
                Vote vote = new Vote(2 * part.number + random.nextInt(60), random.nextInt(100));
                seen.append(window.add(vote) ? '+' : '-');
            }
            seen.append(window.sum()).append(window.elements());
        }
        return random.nextInt(15) == 0 ? "" : seen.append('.').toString();
    }

    // ------------------------------------------------------------------ in a job

    /** Runs them in a t-graph. */
    public static DataStream<TransactionResult<String>> run(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return polls(graph.openTransaction(numbers, number -> Long.toString(number)))
                .closeTransaction();
    }

    public static TransactionalStream<String> polls(TransactionalStream<Long> numbers) {
        return numbers.<Part>flatMap(
                        (number, out) -> parts(number).forEach(out::collect), Part.class)
                .partitionBy(Part::show, Types.INT)
                .procedure(
                        (show, part, transaction) -> {
                            String seen = execute(part, (spec, desk) -> in(show, spec, desk));
                            if (seen.isEmpty()) {
                                transaction.abort(RULE);
                            }
                            transaction.emit(seen);
                        },
                        String.class,
                        LAST,
                        SPAN);
    }

    private static Window in(Partition show, WindowSpec<Long, Vote, Long> spec, long desk) {
        WindowAccess<Vote, Long> window = show.of(spec, desk);
        return new Window() {
            @Override
            public boolean add(Vote vote) {
                return window.add(vote);
            }

            @Override
            public List<Vote> elements() {
                assertThat(window.size()).isEqualTo(window.elements().size());
                return window.elements();
            }

            @Override
            public long sum() {
                return window.aggregate();
            }
        };
    }

    // ------------------------------------------------------------------ beside it

    /** The windows as plain lists. */
    private static final class Lists {
        private final Map<String, PlainWindow<Vote>> windows = new HashMap<>();

        private PlainWindow<Vote> of(WindowSpec<Long, Vote, Long> spec, long desk) {
            return windows.computeIfAbsent(
                    spec.name() + desk,
                    name ->
                            spec.name().equals(LAST.name())
                                    ? PlainWindow.ofLast(10, 3)
                                    : PlainWindow.ofTime(100, 20, Vote::at, false));
        }

        private Window window(WindowSpec<Long, Vote, Long> spec, long desk) {
            PlainWindow<Vote> window = of(spec, desk);
            return new Window() {
                @Override
                public boolean add(Vote vote) {
                    return window.add(vote);
                }

                @Override
                public List<Vote> elements() {
                    return window.elements();
                }

                @Override
                public long sum() {
                    return window.elements().stream().mapToLong(Vote::value).sum();
                }
            };
        }

        private Lists copy() {
            Lists copy = new Lists();
            windows.forEach((name, window) -> copy.windows.put(name, window.copy()));
            return copy;
        }
    }

    /**
     * Compares each result with a serial execution, and all updates with what that leaves. Returns
     * how many votes were late in transactions that have committed.
     */
    static long check(List<TransactionResult<String>> results, int count) {
        assertThat(results).extracting(TransactionResult::key).doesNotHaveDuplicates();
        assertThat(results).hasSize(count);
        List<TransactionResult<String>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        Lists lists = new Lists();
        Map<Long, WindowContent<Long>> lasts = new HashMap<>();
        Map<Long, WindowContent<Long>> spans = new HashMap<>();
        Map<WindowSlot<Long>, Vote> lastSlots = new HashMap<>();
        Map<WindowSlot<Long>, Vote> spanSlots = new HashMap<>();
        StringBuilder all = new StringBuilder();
        for (TransactionResult<String> result : ordered) {
            Lists after = lists.copy();
            List<String> seen =
                    parts(Long.parseLong(result.key())).stream()
                            .map(part -> execute(part, after::window))
                            .toList();
            assertThat(result.isAborted()).as("%s", result).isEqualTo(seen.contains(""));
            if (result.isAborted()) {
                assertThat(result.reasons()).extracting(AbortReason::rule).containsOnly(RULE);
                assertThat(result.updates()).isEmpty();
                continue;
            }
            assertThat(result.emitted()).containsExactlyInAnyOrderElementsOf(seen);
            seen.forEach(all::append);
            lists = after;
            lasts.putAll(LAST.contents().updatesIn(result));
            spans.putAll(SPAN.contents().updatesIn(result));
            lastSlots.putAll(LAST.slots().updatesIn(result));
            spanSlots.putAll(SPAN.slots().updatesIn(result));
        }
        long late = all.chars().filter(c -> c == '-').count();
        assertThat(all).contains("+");
        assertThat(late).isPositive();
        assertThat(results).anyMatch(TransactionResult::isAborted);
        for (long desk = 0; desk < SHOWS * DESKS; desk++) {
            assertThat(LAST.elementsOf(desk, lasts.get(desk), lastSlots))
                    .isEqualTo(lists.of(LAST, desk).elements());
            assertThat(SPAN.elementsOf(desk, spans.get(desk), spanSlots))
                    .isEqualTo(lists.of(SPAN, desk).elements());
        }
        return late;
    }
}
