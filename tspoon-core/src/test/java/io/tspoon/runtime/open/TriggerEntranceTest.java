/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.commit.Settled;
import io.tspoon.runtime.entrance.EmittedSerializer;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What waits while the job takes a snapshot. The test answers for close. */
class TriggerEntranceTest {
    private static final long DEADLINE_MS = 20_000;

    private GreetedCoordinator coordinator;
    private CommitCoordinator<Object, Object> close;

    @BeforeEach
    void open() throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(plan());
        coordinator = new GreetedCoordinator(factory);
        close =
                new CommitCoordinator<>(
                        coordinator.link.slots(),
                        1,
                        Object::new,
                        (attempt, decision) -> "result",
                        new DecisionsAsReady<>(),
                        Durability.CHECKPOINT);
    }

    private static OpenPlan<String> plan() {
        OpenPlan<String> plan = GreetedCoordinator.plan(IsolationLevel.PL4, 8, DEADLINE_MS);
        @SuppressWarnings("unchecked") // only texts are triggered
        TypeSerializer<Object> texts =
                (TypeSerializer<Object>) (TypeSerializer<?>) StringSerializer.INSTANCE;
        TriggerPlan triggers =
                new TriggerPlan(
                        List.of(
                                new TriggerPlan.Target(
                                        "next", 1, TypeInformation.of(Object.class), texts)),
                        new EmittedSerializer(texts, List.of("next"), List.of(texts)));
        return new OpenPlan<>(
                plan.settings(),
                plan.router(),
                plan.inputSerializer(),
                plan.transactionKey(),
                plan.outlets(),
                plan.states(),
                plan.elementSerializer(),
                plan.spread(),
                List.of("numbers", "next"),
                plan.procedures(),
                plan.awaitsLoads(),
                plan.timers(),
                plan.batches(),
                triggers);
    }

    @AfterEach
    void end() throws Exception {
        coordinator.close();
    }

    @Test
    void barrierWaitsForWhatIsInFlightAndNotForWhatThatTriggers() throws Exception {
        coordinator.operator.processElement(new StreamRecord<>("first"));
        answer("next");

        coordinator.operator.prepareSnapshotPreBarrier(1);

        assertThat(answer()).isZero();
        coordinator.operator.snapshot(1, 1);
        coordinator.greet(); // a snapshot asks close for it
        coordinator.runMails();
        assertThat(answer()).isEqualTo(1);
    }

    /** A checkpoint from before it may be aborted late, which says nothing of the savepoint. */
    @Test
    void nothingEntersAfterASavepointWithWhichTheJobStopsUntilThatFails() throws Exception {
        coordinator.operator.processElement(new StreamRecord<>("first"));
        answer("next");
        coordinator.operator.prepareSnapshotPreBarrier(2);
        coordinator.operator.snapshotWithLocalState(
                2, 2, SavepointType.suspend(SavepointFormatType.CANONICAL));

        coordinator.runMails();
        coordinator.sent.takeToState(0, 0);
        coordinator.operator.getOneInputOperator().notifyCheckpointAborted(1);
        coordinator.runMails();
        assertThat(coordinator.sent.takeToState(0, 0)).as("it stays away").isEmpty();

        coordinator.operator.getOneInputOperator().notifyCheckpointAborted(2);
        coordinator.runMails();
        assertThat(coordinator.sent.takeToState(0, 0)).as("it joins again").isNotEmpty();
        coordinator.greet();
        coordinator.runMails();
        assertThat(answer()).isEqualTo(1);
    }

    /** Ends what was sent, each of which triggers these. Open learns of it with the next mail. */
    private int answer(String... triggered) throws Exception {
        int ended = 0;
        List<Feedback.Triggering> triggering = new ArrayList<>();
        for (CoordinatorToClose block : coordinator.sent.takeToClose(0)) {
            FragmentRows rows = block.fragments();
            for (int i = 0; i < rows.size(); i++) {
                Attempt<Object> attempt =
                        close.fragment(rows.slot(i), rows.timestamp(i), rows.weight(i), null);
                close.gathered(attempt);
                List<Triggered> elements = new ArrayList<>();
                for (String element : triggered) {
                    elements.add(new Triggered("next", element));
                }
                triggering.add(new Feedback.Triggering(rows.slot(i), rows.timestamp(i), elements));
                ended++;
            }
        }
        if (triggered.length > 0) {
            coordinator.link.send(new Feedback.Triggers(triggering, new int[0]));
        }
        Settled<Object> settled = close.settle(0);
        coordinator.link.send(new Feedback.Released(settled.decisions(), settled.slots()));
        return ended;
    }
}
