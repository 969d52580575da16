/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import io.tspoon.history.ObservedTransaction.Kind;
import io.tspoon.history.ObservedTransaction.Step;

import org.apache.flink.annotation.PublicEvolving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A history of lists or registers, judged by what clients saw.
 *
 * <p>Every written value is unique for its key, so a value read tells who wrote it. A list also
 * tells who wrote before, as each append keeps what it finds: the longest read of a key is the
 * order of its versions, and nobody else has to be believed. Registers do not tell it.
 *
 * <pre>{@code
 * List<ObservedTransaction> seen = List.of(
 *     new ObservedTransaction(1, 1, 1, true, 0, 9, List.of(Step.append("x", 1))),
 *     new ObservedTransaction(2, 2, 2, true, 3, 8, List.of(Step.read("x", List.of(1L)))));
 * assertThat(new ObservedHistory(seen, VersionOrder.INFERRED).anomalies()).isEmpty();
 * }</pre>
 *
 * <p>Source: Kingsbury, Alvaro, "Elle: inferring isolation anomalies from experimental
 * observations" (VLDB 2020).
 */
@PublicEvolving
public final class ObservedHistory {
    /** Where the order of the versions of a key comes from. */
    @PublicEvolving
    public enum VersionOrder {
        /** From the longest read; for lists, where no update may be lost. */
        INFERRED,
        /** From the timestamps of the writers; that reads fit in is checked, not believed. */
        BY_TIMESTAMP
    }

    private record Write(Object key, long value) {}

    private final List<ObservedTransaction> transactions;
    private final Map<Write, ObservedTransaction> writers = new HashMap<>();
    private final History history = new History();
    private final List<Anomaly> found = new ArrayList<>();

    /**
     * Takes a whole history.
     *
     * @param transactions all that was asked for, aborted ones included
     * @throws IllegalArgumentException if a value was written to a key twice
     */
    public ObservedHistory(List<ObservedTransaction> transactions, VersionOrder order) {
        this.transactions = List.copyOf(transactions);
        transactions.forEach(this::addWrites);
        transactions.forEach(this::addReads);
        if (order == VersionOrder.INFERRED) {
            new InferredOrders(this.transactions).forEach(this::addInferredOrder, found);
            findLostAppends();
        } else {
            orderByTimestamp();
        }
    }

    /** Adya's anomalies, and reads that no order of the writes explains. */
    public List<Anomaly> anomalies() {
        List<Anomaly> all = new ArrayList<>(found);
        all.addAll(HistoryChecker.anomalies(history));
        return all;
    }

    /** A dependency on a transaction that entered later, if there is one. */
    public List<Anomaly> breachesOfEntryOrder() {
        return OrderChecker.entryOrder(transactions, Dependencies.of(history));
    }

    /** A shortest cycle of dependencies and real time, if there is one. */
    public List<Anomaly> breachesOfRealTime() {
        return OrderChecker.realTime(transactions, Dependencies.of(history));
    }

    private void addWrites(ObservedTransaction transaction) {
        HistoryTransaction node = history.transaction(transaction.name());
        for (Step step : transaction.steps()) {
            if (step.kind() != Kind.READ) {
                node.writes(step.key(), step.value());
                if (writers.put(new Write(step.key(), step.value()), transaction) != null) {
                    throw new IllegalArgumentException(
                            "[TSP-8200] Cannot judge history: a value was written twice, key="
                                    + step.key()
                                    + ", value="
                                    + step.value());
                }
            }
        }
        if (transaction.committed()) {
            node.commits();
        }
    }

    private void addReads(ObservedTransaction reader) {
        if (!reader.committed()) {
            return;
        }
        Map<Object, List<Long>> ownWrites = new HashMap<>();
        for (Step step : reader.steps()) {
            List<Long> own = ownWrites.computeIfAbsent(step.key(), key -> new ArrayList<>());
            if (step.kind() == Kind.READ) {
                addRead(reader, step, own);
                continue;
            }
            if (step.kind() == Kind.WRITE) {
                own.clear();
            }
            own.add(step.value());
        }
    }

    /**
     * @param own what the reader itself has left in the key: at the end of a list, or all there is
     */
    private void addRead(ObservedTransaction reader, Step read, List<Long> own) {
        List<Long> seen = read.seen();
        int foreign = seen.size() - own.size();
        if (foreign < 0 || !seen.subList(foreign, seen.size()).equals(own)) {
            report(
                    Anomaly.Kind.INTERNAL,
                    reader + " wrote " + own + " to " + read.key() + ", yet then read " + seen);
            return;
        }
        Set<Long> distinct = new HashSet<>();
        for (int i = 0; i < foreign; i++) {
            long value = seen.get(i);
            ObservedTransaction writer = writers.get(new Write(read.key(), value));
            String words = reader + " read " + value + " of " + read.key();
            if (!distinct.add(value)) {
                report(Anomaly.Kind.DUPLICATE, words + " twice in one list");
            } else if (writer == null) {
                report(Anomaly.Kind.G1A, words + ", which nobody wrote");
            } else if (i == foreign - 1) {
                VersionId version = new VersionId(writer.name(), value);
                history.transaction(reader.name()).reads(read.key(), version);
            } else if (!writer.committed()) {
                report(Anomaly.Kind.G1A, words + " of " + writer + ", which did not commit");
            }
        }
        if (foreign == 0 && own.isEmpty()) {
            history.transaction(reader.name()).reads(read.key(), VersionId.INITIAL);
        }
    }

    /** A transaction whose appends are apart is there more than once: then there is a cycle. */
    private void addInferredOrder(Object key, List<Long> values) {
        List<Long> order = new ArrayList<>();
        for (long value : values) {
            ObservedTransaction writer = writers.get(new Write(key, value));
            if (writer != null
                    && writer.committed()
                    && (order.isEmpty() || order.get(order.size() - 1) != writer.name())) {
                order.add(writer.name());
            }
        }
        history.versionOrder(key, order);
    }

    private void orderByTimestamp() {
        Map<Object, List<Long>> orders = new LinkedHashMap<>();
        transactions.stream()
                .filter(ObservedTransaction::committed)
                .sorted(Comparator.comparingLong(ObservedTransaction::timestamp))
                .forEach(
                        transaction -> {
                            long name = transaction.name();
                            for (Object key : history.transaction(name).lastWrites().keySet()) {
                                orders.computeIfAbsent(key, k -> new ArrayList<>()).add(name);
                            }
                        });
        orders.forEach(history::versionOrder);
    }

    /** Who begins when all others are complete must see what they appended. */
    private void findLostAppends() {
        ObservedTransaction last =
                transactions.stream()
                        .max(Comparator.comparingLong(ObservedTransaction::invokedAt))
                        .orElseThrow();
        boolean isAfterAll =
                transactions.stream()
                        .allMatch(
                                one ->
                                        one.name() == last.name()
                                                || one.completedAt() < last.invokedAt());
        if (!isAfterAll || !last.committed()) {
            return;
        }
        Map<Object, Set<Long>> kept = new HashMap<>();
        last.steps().stream()
                .filter(step -> step.kind() == Kind.READ)
                .forEach(step -> kept.put(step.key(), Set.copyOf(step.seen())));
        for (ObservedTransaction writer : transactions) {
            for (Step step : writer.steps()) {
                Set<Long> values = kept.get(step.key());
                if (writer.name() != last.name()
                        && writer.committed()
                        && step.kind() == Kind.APPEND
                        && values != null
                        && !values.contains(step.value())) {
                    String words = writer + " appended " + step.value() + " to " + step.key();
                    report(
                            Anomaly.Kind.LOST_UPDATE,
                            words + ", and the last read of it is without");
                    kept.remove(step.key());
                }
            }
        }
    }

    private void report(Anomaly.Kind kind, String words) {
        found.add(new Anomaly(kind, words));
    }
}
