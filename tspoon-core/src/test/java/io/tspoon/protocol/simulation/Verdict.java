/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.history.Anomaly;
import io.tspoon.history.History;
import io.tspoon.history.HistoryChecker;
import io.tspoon.history.HistoryTransaction;
import io.tspoon.history.VersionId;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.transaction.AccessMode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Judges a finished run. Every method throws an AssertionError if the run is not as it must be. */
final class Verdict {
    /** Who has priority is refused only by what was begun before that was known everywhere. */
    static final int MOST_ATTEMPTS = 4 * AdmissionWindow.ATTEMPTS_BEFORE_PRIORITY;

    private final Simulation simulation;

    Verdict(Simulation simulation) {
        this.simulation = simulation;
    }

    /** What holds at every level. */
    void checkCompletion() {
        SimulationParameters parameters = simulation.parameters();
        checkInputs(parameters);
        checkTriggered(parameters);
        int attempts = simulation.journal().mostAttempts();
        check(attempts <= MOST_ATTEMPTS, () -> "starving transaction, attempts=" + attempts);
        simulation.journal().results().forEach(Verdict::checkElementOrder);
        simulation.journal().results().forEach(this::checkBatchOrder);
        checkInstalled();
        for (ParticipantNode participant : simulation.participants()) {
            check(participant.held() == 0, () -> "left over: " + participant);
            check(participant.waiting() == 0, () -> "waits for ever: " + participant);
            List<Integer> busy = participant.busyKeys();
            check(busy.isEmpty(), () -> "not idle: " + participant + ", keys=" + busy);
        }
    }

    /** Each element is in one transaction, with all others of its batch. */
    private void checkInputs(SimulationParameters parameters) {
        int inputs = parameters.transactions() * parameters.coordinators();
        Set<List<Integer>> seen = new HashSet<>();
        for (Journal.Result result : simulation.journal().results()) {
            Input input = result.input();
            if (!input.isTriggered()) {
                check(Arrivals.isBatch(parameters, input.numbers()), () -> "no batch: " + input);
                input.numbers()
                        .forEach(
                                number ->
                                        check(
                                                seen.add(List.of(input.coordinator(), number)),
                                                () -> "twice: " + input));
            }
        }
        check(seen.size() == inputs, () -> "inputs=" + inputs + ", results=" + seen.size());
    }

    /** What committed transactions trigger comes behind them, and nothing else does. */
    private void checkTriggered(SimulationParameters parameters) {
        Map<Input, Long> causes = new HashMap<>();
        Map<Input, Long> triggered = new HashMap<>();
        for (Journal.Result result : simulation.journal().results()) {
            if (result.input().isTriggered()) {
                triggered.put(result.input(), result.timestamp());
            }
            if (parameters.triggers() && result.decision() == Decision.COMMIT) {
                simulation
                        .application()
                        .triggered(result.input())
                        .forEach(input -> causes.put(input, result.timestamp()));
            }
        }
        check(
                triggered.keySet().equals(causes.keySet()),
                () -> "triggered=" + triggered.keySet() + ", to come=" + causes.keySet());
        triggered.forEach(
                (input, timestamp) ->
                        check(causes.get(input) < timestamp, () -> input + " is before its cause"));
    }

    /** Elements of a batch take effect on a key in their order, if they come straight to it. */
    private void checkBatchOrder(Journal.Result result) {
        List<Long> first =
                simulation.application().firstElements(result.input()).stream()
                        .map(Element::id)
                        .toList();
        Map<Location, Integer> highest = new HashMap<>();
        for (Journal.Step step : result.steps()) {
            int place = first.indexOf(step.element().id());
            if (place >= 0) {
                Integer before = highest.put(step.element().location(), place);
                check(before == null || before < place, () -> "overtaken: " + step.element());
            }
        }
    }

    /** Every query saw the updates up to its timestamp, among them all that it must see. */
    void checkSnapshots() {
        List<Journal.Result> committed =
                simulation.journal().results().stream()
                        .filter(result -> result.decision() == Decision.COMMIT)
                        .sorted(Comparator.comparingLong(Journal.Result::timestamp))
                        .toList();
        for (SnapshotQuery.Snapshot snapshot : simulation.snapshots()) {
            check(snapshot.emitted() <= snapshot.timestamp(), () -> "not fresh: " + snapshot);
            Map<Location, Value> expected = new HashMap<>();
            for (Journal.Result result : committed) {
                if (result.timestamp() <= snapshot.timestamp()) {
                    expected.putAll(result.updates());
                }
            }
            expected.values().removeIf(Objects::isNull);
            check(expected.equals(snapshot.values()), () -> snapshot + "\n  expected=" + expected);
        }
    }

    /** What is installed is the newest committed update of each key. */
    private void checkInstalled() {
        Map<Location, Value> expected = new HashMap<>();
        simulation.journal().results().stream()
                .filter(result -> result.decision() == Decision.COMMIT)
                .sorted(Comparator.comparingLong(Journal.Result::timestamp))
                .forEach(result -> expected.putAll(result.updates()));
        expected.values().removeIf(Objects::isNull);
        Map<Location, Value> installed = simulation.finalState();
        check(
                expected.equals(installed),
                () -> "committed=" + expected + "\n  installed=" + installed);
    }

    /** Elements of one parent take effect on a key in the order in which they were emitted. */
    private static void checkElementOrder(Journal.Result result) {
        Map<Long, Map<Location, Integer>> highest = new HashMap<>();
        for (Journal.Step step : result.steps()) {
            Element element = step.element();
            Integer before =
                    highest.computeIfAbsent(element.parent(), id -> new HashMap<>())
                            .put(element.location(), element.index());
            check(before == null || before < element.index(), () -> "overtaken: " + element);
        }
    }

    /** PL3: everything is as in a serial run. */
    void checkSerializable() {
        List<Anomaly> anomalies = anomalies();
        check(anomalies.isEmpty(), anomalies::toString);
        new SerialOracle(simulation.application())
                .replay(simulation.journal().results(), simulation.finalState());
    }

    /** PL4: everything is as in a serial run in the order of entry, and at the first attempt. */
    void checkEntryOrder() {
        checkSerializable();
        int attempts = simulation.journal().mostAttempts();
        check(attempts == 1, () -> "repeated in spite of entry order, attempts=" + attempts);
        List<Journal.Result> inOrder =
                simulation.journal().results().stream()
                        .sorted(Comparator.comparingLong(Journal.Result::timestamp))
                        .toList();
        Map<Integer, Input> before = new HashMap<>();
        Map<Integer, List<Long>> triggeredBefore = new HashMap<>();
        Map<Input, Long> timestamps = new HashMap<>();
        for (Journal.Result result : inOrder) {
            Input input = result.input();
            timestamps.put(input, result.timestamp());
            if (input.isTriggered()) {
                long cause = Objects.requireNonNull(timestamps.get(input.cause()));
                List<Long> place = List.of(cause, (long) input.place());
                List<Long> last = triggeredBefore.put(input.coordinator(), place);
                check(last == null || isBefore(last, place), () -> "overtakes: " + input);
            } else {
                Input last = before.put(input.coordinator(), input);
                check(
                        last == null || last.number() < input.number(),
                        () -> input + " overtakes " + last);
            }
        }
    }

    private static boolean isBefore(List<Long> one, List<Long> other) {
        return one.get(0) < other.get(0)
                || one.get(0).equals(other.get(0)) && one.get(1) < other.get(1);
    }

    /** PL2: reads see installed versions only. */
    void checkReadCommitted() {
        List<Anomaly> forbidden =
                anomalies().stream().filter(anomaly -> anomaly.kind().isForbiddenAtPl2()).toList();
        check(forbidden.isEmpty(), forbidden::toString);
    }

    List<Anomaly> anomalies() {
        return HistoryChecker.anomalies(history());
    }

    /** Versions that delete a key cannot be told apart, so reads of them are left to the oracle. */
    private History history() {
        boolean deletes = simulation.parameters().load().deletes();
        History history = new History();
        for (Journal.Result result : simulation.journal().results()) {
            HistoryTransaction transaction = history.transaction(result.timestamp());
            for (Journal.Step step : result.steps()) {
                Location location = step.element().location();
                Value read = step.read();
                if (read != null) {
                    transaction.reads(location, new VersionId(read.writer(), read.element()));
                } else if (!deletes && step.element().action().mode() != AccessMode.WRITE) {
                    transaction.reads(location, VersionId.INITIAL);
                }
                if (step.effect().writes()) {
                    transaction.writes(location, step.element().id());
                }
            }
            if (result.decision() == Decision.COMMIT) {
                transaction.commits();
            }
        }
        if (!deletes) {
            simulation.installOrders().forEach((key, order) -> orderVersions(history, key, order));
        }
        return history;
    }

    /**
     * Versions are in the order in which they took effect, not in the one in which they should
     * have. Those that never were the newest come before the first one with a higher timestamp.
     */
    private void orderVersions(History history, Location key, Set<Long> installed) {
        Set<Long> writers = new TreeSet<>();
        for (Journal.Result result : simulation.journal().results()) {
            if (result.decision() == Decision.COMMIT && result.updates().containsKey(key)) {
                writers.add(result.timestamp());
            }
        }
        List<Long> order = new ArrayList<>(installed);
        order.retainAll(writers);
        writers.removeAll(installed);
        for (long writer : writers) {
            int place = 0;
            while (place < order.size() && order.get(place) < writer) {
                place++;
            }
            order.add(place, writer);
        }
        history.versionOrder(key, order.toArray(Long[]::new));
    }

    private static void check(boolean holds, Supplier<String> breach) {
        if (!holds) {
            throw new AssertionError(breach.get());
        }
    }
}
