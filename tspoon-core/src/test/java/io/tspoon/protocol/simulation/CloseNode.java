/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.Completions;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.commit.Settled;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.regime.Regime;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Drives one coordinator's side at the close operator. */
final class CloseNode {
    private final CommitCoordinator<Map<Location, @Nullable Value>, Result> coordinator;
    private final int index;
    private final Journal journal;
    private final @Nullable SimulatedLogs logs;
    private final Fault fault;
    private final Alignment barriers = new Alignment();
    private final Map<Long, FragmentCount> counts = new HashMap<>();

    /** The ids of rejected elements, by timestamp of the attempt. */
    private final Map<Long, Set<Long>> rejected = new HashMap<>();

    private final Channel<Message.Feedback> toOpen;
    private final List<Message.PriorityNotice> notices = new ArrayList<>();
    private final boolean triggers;
    private final List<Integer> triggeringSlots = new ArrayList<>();
    private final List<Integer> releasedSlots = new ArrayList<>();
    private @Nullable Attempt<Map<Location, @Nullable Value>> spare;
    private int replies;
    private long highestSeen;
    private boolean hasNews;

    CloseNode(int index, int slots, Simulation simulation, Channel<Message.Feedback> toOpen) {
        this.index = index;
        this.journal = simulation.journal();
        this.logs = simulation.logs();
        Regime regime = simulation.regime();
        boolean inOrder = simulation.fault() != Fault.LOGS_OUT_OF_ENTRY_ORDER;
        this.coordinator =
                new CommitCoordinator<>(
                        slots,
                        simulation.parameters().participants(),
                        LinkedHashMap::new,
                        this::resultOf,
                        inOrder
                                ? regime.turns(slots, simulation.open(index)::number)
                                : new DecisionsAsReady<>(),
                        regime.durability());
        this.fault = simulation.fault();
        this.triggers = simulation.parameters().triggers();
        this.toOpen = toOpen;
    }

    private Result resultOf(Attempt<Map<Location, @Nullable Value>> attempt, Decision decision) {
        if (decision == Decision.COMMIT) {
            journal.committed(attempt.timestamp());
        }
        Set<Long> elements = rejected.remove(attempt.timestamp());
        return Result.of(attempt, decision, elements == null ? Set.of() : elements);
    }

    /** Aligns the barriers of the open operator and of all participants. */
    Alignment barriers() {
        return barriers;
    }

    void receive(Message message) {
        if (message instanceof Message.Barrier barrier) {
            barriers.arrived(barrier.input());
            return;
        }
        hasNews = true;
        if (message instanceof Message.Report report) {
            receive(report);
            if (logs != null) {
                act(report, logs);
            }
        } else if (message instanceof Message.Acknowledgement acknowledgement) {
            coordinator.acknowledge(acknowledgement.participant(), acknowledgement.batch());
            replies++;
            observe(acknowledgement.highestSeen());
        } else if (message instanceof Message.PriorityNotice notice) {
            notices.add(notice);
            observe(notice.highestSeen());
        } else {
            throw new IllegalArgumentException("Cannot receive message: " + message);
        }
    }

    private void receive(Message.Report report) {
        observe(report.highestSeen());
        Message.AttemptName name = report.attempt();
        Attempt<Map<Location, @Nullable Value>> attempt =
                coordinator.fragment(name.slot(), name.timestamp(), counted(report), spare);
        if (fault != Fault.COMMITS_IN_SPITE_OF_ABORT || report.vote() != Vote.ABORT) {
            attempt.vote(report.vote());
        }
        if (report.held()) {
            attempt.addParticipant(report.participant());
        }
        Message.AttemptName source = report.source();
        if (source != null && fault != Fault.IGNORES_DEPENDENCY) {
            coordinator.depends(attempt, report.participant(), source.slot(), source.timestamp());
        }
        Message.Update update = report.update();
        if (update != null) {
            attempt.payload().put(update.location(), update.value());
        }
        Element element = report.rejected();
        if (element != null && fault != Fault.LOSES_REJECTIONS) {
            rejected.computeIfAbsent(name.timestamp(), any -> new HashSet<>()).add(element.id());
        }
        spare = coordinator.gathered(attempt);
    }

    private long counted(Message.Report report) {
        return switch (fault) {
            case DECIDES_AT_FIRST_FRAGMENT -> Weight.WHOLE;
            case COMPLETES_ON_FRAGMENT_COUNT ->
                    counts.computeIfAbsent(
                                    report.attempt().timestamp(), timestamp -> new FragmentCount())
                            .counted(report.weight());
            case TAKES_FINE_SHARE_FOR_COARSE -> Math.max(1, report.weight());
            default -> report.weight();
        };
    }

    private void observe(long timestamp) {
        highestSeen = Math.max(highestSeen, timestamp);
    }

    /** Logs what the report has decided; the batch says up to where its participant has decided. */
    private void act(Message.Report report, SimulatedLogs log) {
        if (report.participant() != Message.Report.NOBODY) {
            coordinator.reported(report.participant(), report.attempt().timestamp());
        }
        Settled<Result> settled = settle();
        if (settled.decisions() != null) {
            log(settled, log);
            send(settled.decisions());
        }
    }

    private void log(Settled<Result> settled, SimulatedLogs log) {
        Completions<Result> decided = settled.toLog();
        for (int i = 0; i < decided.size(); i++) {
            if (decided.decision(i) != Decision.RETRY) {
                log.append(index, decided.result(i).timestamp());
            }
        }
        settled.decisions().awaitLog(log.ticket(index));
    }

    void logIsDurable() {
        hasNews = true;
        act();
    }

    /** Hands on what was decided and completed since the last time. */
    void act() {
        if (hasNews) {
            send(settle().decisions());
        }
    }

    /** Shows the results of the attempts that are over. */
    private Settled<Result> settle() {
        boolean waits = logs != null && fault != Fault.SHOWS_RESULTS_BEFORE_DURABLE;
        Settled<Result> settled = coordinator.settle(waits ? logs.durable(index) : Long.MAX_VALUE);
        for (int slot : settled.slots()) {
            releasedSlots.add(slot);
        }
        int[] slots = settled.resultSlots();
        List<Result> results = settled.takeResults();
        for (int i = 0; i < results.size(); i++) {
            show(results.get(i));
            if (triggers && mayTrigger(results.get(i).decision())) {
                triggeringSlots.add(slots[i]);
            }
        }
        return settled;
    }

    private boolean mayTrigger(Decision decision) {
        return decision == Decision.COMMIT
                || decision == Decision.ABORT && fault == Fault.TRIGGERS_THOUGH_ABORTED
                || decision == Decision.RETRY && fault == Fault.TRIGGERS_AT_EACH_ATTEMPT;
    }

    private void send(@Nullable DecisionBatch decisions) {
        hasNews = false;
        toOpen.send(
                new Message.Feedback(
                        replies,
                        decisions,
                        List.copyOf(triggeringSlots),
                        List.copyOf(releasedSlots),
                        List.copyOf(notices),
                        highestSeen));
        replies = 0;
        triggeringSlots.clear();
        releasedSlots.clear();
        notices.clear();
    }

    private void show(Result result) {
        if (logs != null && result.decision() != Decision.RETRY) {
            logs.shown(result.timestamp());
        }
        journal.completed(
                result.timestamp(), result.decision(), result.updates(), result.rejected());
    }

    @Override
    public String toString() {
        return "close: hasNews=" + hasNews + ", " + barriers;
    }

    private record Result(
            long timestamp,
            Decision decision,
            Map<Location, @Nullable Value> updates,
            Set<Long> rejected) {
        static Result of(
                Attempt<Map<Location, @Nullable Value>> attempt,
                Decision decision,
                Set<Long> rejected) {
            Result result =
                    new Result(
                            attempt.timestamp(),
                            decision,
                            new LinkedHashMap<>(attempt.payload()),
                            rejected);
            attempt.payload().clear();
            return result;
        }
    }

    /**
     * Takes an attempt for whole when as many fragments have come as one of them had siblings: the
     * weights of those deeper in the graph are not looked at.
     */
    private static final class FragmentCount {
        private long fewest = Long.MAX_VALUE;
        private int arrived;

        long counted(long weight) {
            fewest = Math.min(fewest, Weight.WHOLE / weight);
            arrived++;
            return arrived < fewest ? 1 : Weight.WHOLE - (arrived - 1);
        }
    }
}
