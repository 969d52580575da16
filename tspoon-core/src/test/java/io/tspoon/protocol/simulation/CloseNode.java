/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Attempt;
import io.tspoon.protocol.CommitCoordinator;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.DecisionBatch;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Drives one coordinator's side at the close operator. */
final class CloseNode {
    private final CommitCoordinator<Map<Location, @Nullable Value>> coordinator;
    private final Journal journal;
    private final Sabotage sabotage;
    private final Channel<Message.Feedback> toOpen;
    private final List<Message.PriorityNotice> notices = new ArrayList<>();
    private final List<Integer> releasedSlots = new ArrayList<>();
    private long highestSeen;
    private boolean hasNews;

    CloseNode(int slots, Simulation simulation, Channel<Message.Feedback> toOpen) {
        this.coordinator =
                new CommitCoordinator<>(
                        slots, simulation.parameters().participants(), LinkedHashMap::new);
        this.journal = simulation.journal();
        this.sabotage = simulation.sabotage();
        this.toOpen = toOpen;
    }

    void receive(Message message) {
        hasNews = true;
        if (message instanceof Message.Report report) {
            receive(report);
        } else if (message instanceof Message.Acknowledgement acknowledgement) {
            coordinator.acknowledge(acknowledgement.participant(), acknowledgement.batch());
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
                coordinator.fragment(
                        name.slot(), name.timestamp(), sabotage.counted(report.weight()));
        attempt.vote(report.vote());
        if (report.holder() != Message.Report.NOBODY) {
            attempt.addParticipant(report.holder());
        }
        Message.AttemptName source = report.source();
        if (source != null && sabotage.tracksDependencies()) {
            coordinator.depends(attempt, source.slot(), source.timestamp());
        }
        Message.Update update = report.update();
        if (update != null) {
            attempt.payload().put(update.location(), update.value());
        }
        coordinator.decideIfWhole(attempt, this::completed);
    }

    private void observe(long timestamp) {
        highestSeen = Math.max(highestSeen, timestamp);
    }

    /** Hands on what was decided and completed since the last time. */
    void act() {
        if (!hasNews) {
            return;
        }
        hasNews = false;
        DecisionBatch decisions = coordinator.takeDecisions();
        coordinator.complete(this::completed);
        toOpen.send(
                new Message.Feedback(
                        decisions, List.copyOf(releasedSlots), List.copyOf(notices), highestSeen));
        releasedSlots.clear();
        notices.clear();
    }

    private void completed(Attempt<Map<Location, @Nullable Value>> attempt, Decision decision) {
        journal.completed(attempt.timestamp(), decision, new LinkedHashMap<>(attempt.payload()));
        attempt.payload().clear();
        releasedSlots.add(attempt.slot());
    }

    @Override
    public String toString() {
        return "close: hasNews=" + hasNews;
    }
}
