/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.commit.Settled;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.BatchRules;
import io.tspoon.runtime.entrance.EmittedSerializer;
import io.tspoon.runtime.entrance.EnteredSerializer;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.FragmentCursor;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What waits while the job takes a snapshot, and what waits for it. The test answers for close. */
class TriggerEntranceTest {
    private static final long DEADLINE_MS = 20_000;

    @SuppressWarnings("unchecked") // only texts come
    private static final TypeSerializer<Object> TEXTS =
            (TypeSerializer<Object>) (TypeSerializer<?>) StringSerializer.INSTANCE;

    private GreetedCoordinator coordinator;
    private CommitCoordinator<Object, Object> close;

    /** What has begun and is not over, in its order. */
    private final List<Begun> begun = new ArrayList<>();

    private record Begun(
            int slot, long timestamp, long weight, String entrance, String key, Vote vote) {}

    @BeforeEach
    void open() throws Exception {
        open(List.of(), List.of(), null);
    }

    private void open(
            List<BatchPlan> batches, List<Outlet> outlets, @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(plan(batches, outlets));
        coordinator = GreetedCoordinator.withKeys(factory, snapshot);
        close =
                new CommitCoordinator<>(
                        coordinator.link.slots(),
                        1,
                        Object::new,
                        (attempt, decision) -> "result",
                        new DecisionsAsReady<>(),
                        Durability.CHECKPOINT);
    }

    /** The elements come in batches. */
    private void reopenWithBatchesOf(int count) throws Exception {
        reopenWithBatchesOf(count, null);
    }

    private void reopenWithBatchesOf(int count, @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        coordinator.close();
        BatchRule<Object> rule = new BatchRules.OfCount<>(count, BatchRule.FOREVER);
        open(
                List.of(new BatchPlan(0, "numbers", rule, count, false, InputSpread.SINGLE, TEXTS)),
                List.of(),
                snapshot);
    }

    /** Each transaction triggers one. */
    private void reopenTriggering(@Nullable OperatorSubtaskState snapshot) throws Exception {
        coordinator.close();
        StepFunction<Object, String> triggering =
                (element, transaction, out) -> transaction.trigger(() -> "next", "next");
        Outlet step = new Outlet.ToStep("step", triggering, StringSerializer.INSTANCE, List.of());
        open(List.of(), List.of(step), snapshot);
    }

    /** Elements of another entrance come one by one. */
    private void reopenWithBatchesBeside(int withinMs) throws Exception {
        coordinator.close();
        BatchRule<Object> rule = new BatchRules.OfCount<>(10, withinMs);
        open(
                List.of(new BatchPlan(2, "files", rule, 10, false, InputSpread.SINGLE, TEXTS)),
                List.of(),
                null);
    }

    private OperatorSubtaskState snapshot() throws Exception {
        coordinator.operator.prepareSnapshotPreBarrier(1);
        return coordinator.operator.snapshot(1, 1);
    }

    /** Texts of the stream, as they come where there are several entrances. */
    private void process(String... elements) throws Exception {
        for (String element : elements) {
            processBy(0, element);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private void processBy(int entrance, String element) throws Exception {
        coordinator.operator.processElement(
                (StreamRecord) new StreamRecord<>(new Entered<>(entrance, element)));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // only texts come by any entrance
    private static OpenPlan<String> plan(List<BatchPlan> batches, List<Outlet> outlets) {
        OpenPlan<String> plan = GreetedCoordinator.plan(IsolationLevel.PL4, 8, DEADLINE_MS);
        KeySelector<Entered<?>, String> key = entered -> (String) entered.element();
        TriggerPlan triggers =
                new TriggerPlan(
                        List.of(
                                new TriggerPlan.Target(
                                        "next", 1, TypeInformation.of(Object.class), TEXTS)),
                        new EmittedSerializer(TEXTS, List.of("next"), List.of(TEXTS)));
        return new OpenPlan<>(
                plan.settings(),
                plan.router(),
                (TypeSerializer) new EnteredSerializer(List.of(TEXTS, TEXTS, TEXTS)),
                (KeySelector) key,
                outlets,
                plan.states(),
                plan.elementSerializer(),
                plan.spread(),
                List.of("numbers", "next", "files"),
                plan.procedures(),
                plan.awaitsLoads(),
                plan.timers(),
                batches,
                triggers);
    }

    @AfterEach
    void end() throws Exception {
        coordinator.close();
    }

    @Test
    void barrierWaitsForWhatIsInFlightAndNotForWhatThatTriggers() throws Exception {
        process("first");
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
        process("first");
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

    /** Of a batch it was known when it became whole. */
    @Test
    void batchEntersBehindWhatWaitedWhenItBecameWhole() throws Exception {
        reopenWithBatchesOf(2);
        process("a1", "a2", "b1", "b2", "c1");
        take();
        answer(begun.remove(1), "next"); // which waits for those before b
        coordinator.runMails();
        take();
        assertThat(begun).extracting(Begun::key).containsExactly("a1");

        answer(begun.remove(0)); // is learnt when c waits
        process("c2");

        take();
        assertThat(begun).extracting(Begun::entrance).containsExactly("next", "numbers");
    }

    /** Else batches behind it would wait until it ends, which it need not. */
    @Test
    void batchThatIsOverTakesNoPlaceThoughItsChainIsNot() throws Exception {
        reopenWithBatchesOf(5); // of 8
        process("a1", "a2", "a3", "a4", "a5");
        take();
        answer(begun.remove(0), "next");
        coordinator.runMails();

        process("b1", "b2", "b3", "b4", "b5");

        take();
        assertThat(begun).extracting(Begun::entrance).containsExactly("next", "numbers");
    }

    /** The batch is whole only when time ends it, and that is while the element waits. */
    @Test
    void elementThatWaitsForRoomEntersBeforeABatchThatTimeEndsMeanwhile() throws Exception {
        reopenWithBatchesBeside(2 * GreetedCoordinator.HEARTBEAT_MS);
        processBy(2, "batch");
        process("1", "2", "3", "4", "5", "6", "7", "8"); // take all places
        take();
        assertThat(begun).hasSize(8);
        coordinator.later(
                () -> {
                    coordinator.beat();
                    coordinator.beat();
                });
        coordinator.later(() -> answer(begun.remove(0)));
        coordinator.later(() -> answer(begun.remove(0)));

        process("waits");
        coordinator.runMails();

        take();
        assertThat(begun).extracting(Begun::key).endsWith("8", "waits", "batch");
    }

    /** It has come before the chain, too, for which the batch behind it has to wait. */
    @Test
    @Timeout(20) // it waits until nothing comes
    void elementDoesNotWaitForWhatIsTriggeredBeforeTimeEndsABatchBehindIt() throws Exception {
        reopenWithBatchesBeside(2 * GreetedCoordinator.HEARTBEAT_MS);
        processBy(2, "batch");
        process("1", "2", "3", "4", "5", "6", "7", "8");
        take();
        coordinator.later(
                () -> {
                    trigger(begun.get(7), "next"); // which is in flight itself
                    coordinator.later(
                            () -> {
                                coordinator.beat();
                                coordinator.beat();
                            });
                    coordinator.later(() -> answer(begun.remove(0)));
                    coordinator.later(() -> answer(begun.remove(0)));
                });

        process("waits");
        coordinator.runMails();
        take();
        assertThat(begun).extracting(Begun::key).endsWith("8", "waits");

        answer();
        coordinator.runMails();
        take();
        assertThat(begun).extracting(Begun::entrance).containsExactly("next", "files");
    }

    /** Another program makes a whole batch of what has waited, at once. */
    @Test
    void batchThatIsWholeAfterARestoreEntersBehindWhatWasTriggeredBefore() throws Exception {
        reopenWithBatchesOf(3);
        process("a1", "a2", "a3", "b1", "b2");
        answer(Collections.nCopies(TriggerEntrance.MAX_IN_FLIGHT + 1, "next"));
        reopenWithBatchesOf(2, snapshot());

        coordinator.runMails();

        take();
        assertThat(begun)
                .hasSize(TriggerEntrance.MAX_IN_FLIGHT)
                .extracting(Begun::entrance)
                .containsOnly("next");
        answer();
        coordinator.runMails();
        take();
        assertThat(begun).extracting(Begun::entrance).containsExactly("next", "numbers");
    }

    /** Else they would take memory without a bound. */
    @Test
    void whatBeginsWhileTheMostWaitMustNotTrigger() throws Exception {
        reopenTriggering(null);
        process("first");
        take();
        assertThat(begun).extracting(Begun::vote).containsExactly(Vote.COMMIT);

        answer(Collections.nCopies(AbortReasons.MAX_WAITING + 1, "next"));
        coordinator.runMails();

        take();
        assertThat(begun).hasSize(TriggerEntrance.MAX_IN_FLIGHT);
        assertThat(begun.get(0).vote()).as("the most wait behind it").isEqualTo(Vote.ABORT);
        assertThat(begun.subList(1, begun.size()))
                .extracting(Begun::vote)
                .containsOnly(Vote.COMMIT);
    }

    @Test
    void chainEndsAtTheGreatestDepthThoughTheJobIsRestored() throws Exception {
        reopenTriggering(null);
        process("first");
        for (int depth = 1; depth <= TriggerTarget.MAX_DEPTH; depth++) {
            take();
            assertThat(begun).extracting(Begun::vote).containsExactly(Vote.COMMIT);
            answer("next");
            if (depth % 30 == 0) {
                reopenTriggering(snapshot());
            }
            coordinator.runMails();
        }
        take();
        assertThat(begun).extracting(Begun::vote).containsExactly(Vote.ABORT);
    }

    /** Notes what has begun. */
    private void take() {
        for (CoordinatorToClose block : coordinator.sent.takeToClose(0)) {
            FragmentCursor cursor = new FragmentCursor().begin(block.fragments());
            while (cursor.next()) {
                int slot = cursor.slot();
                begun.add(
                        new Begun(
                                slot,
                                cursor.timestamp(),
                                cursor.weight(),
                                coordinator.link.attempts().entrance(slot),
                                coordinator.link.attempts().key(slot),
                                cursor.vote()));
            }
        }
    }

    /** Ends what was sent, each of which triggers these. Open learns of it with the next mail. */
    private int answer(String... triggered) throws Exception {
        return answer(List.of(triggered));
    }

    private int answer(List<String> triggered) throws Exception {
        take();
        List<Begun> all = List.copyOf(begun);
        begun.clear();
        answer(all, triggered);
        return all.size();
    }

    private void answer(Begun one, String... triggered) throws Exception {
        answer(List.of(one), List.of(triggered));
    }

    private void answer(List<Begun> ended, List<String> triggered) throws Exception {
        for (Begun one : ended) {
            close.gathered(close.fragment(one.slot(), one.timestamp(), one.weight(), null));
            trigger(one, triggered);
        }
        Settled<Object> settled = close.settle(0);
        coordinator.link.send(new Feedback.Released(settled.decisions(), settled.slots()));
    }

    private void trigger(Begun one, String... triggered) {
        trigger(one, List.of(triggered));
    }

    private void trigger(Begun one, List<String> triggered) {
        if (!triggered.isEmpty()) {
            List<Triggered> elements =
                    triggered.stream().map(element -> new Triggered("next", element)).toList();
            Feedback.Triggering triggering =
                    new Feedback.Triggering(one.slot(), one.timestamp(), elements);
            coordinator.link.send(new Feedback.Triggers(List.of(triggering), new int[0]));
        }
    }
}
