/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.BatchRules;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The only coordinator of a t-graph with batches. The test answers for close. */
class BatchEntranceTest {
    private static final int MOST = 10;
    private static final int WITHIN_MS = 200;

    private @Nullable GreetedCoordinator coordinator;

    private GreetedCoordinator coordinator(
            IsolationLevel isolation,
            BatchRule<Object> rule,
            InputSpread spread,
            @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(GreetedCoordinator.plan(isolation, rule, spread, MOST));
        GreetedCoordinator opened = GreetedCoordinator.withKeys(factory, snapshot);
        coordinator = opened;
        return opened;
    }

    @AfterEach
    void close() throws Exception {
        if (coordinator != null) {
            coordinator.close();
        }
    }

    /** A coordinator to which nothing comes has left, and has to be back for it. */
    @Test
    void timeEndsABatchThoughTheCoordinatorHasLeft() throws Exception {
        GreetedCoordinator open =
                coordinator(
                        IsolationLevel.PL4,
                        new BatchRules.OfCount<>(MOST, WITHIN_MS),
                        InputSpread.SINGLE,
                        null);
        open.operator.processElement(new StreamRecord<>("only"));
        open.beat();
        open.beat();
        assertThat(open.operator.gauge("pendingBatches")).isEqualTo(1);
        assertThat(begun(open)).isEmpty();

        for (int ms = 0; ms <= WITHIN_MS; ms += GreetedCoordinator.HEARTBEAT_MS) {
            open.beat();
        }
        assertThat(open.operator.gauge("pendingBatches")).as("whole, not begun").isEqualTo(1);
        open.greet();
        open.runMails();

        assertThat(begun(open)).hasSize(1);
        assertThat(open.operator.gauge("pendingBatches")).isZero();
    }

    /** What time has ended just now cannot begin while a snapshot is taken. */
    @Test
    void batchThatTimeHasEndedIsInASnapshot() throws Exception {
        BatchRule<Object> rule = new BatchRules.OfCount<>(MOST, GreetedCoordinator.HEARTBEAT_MS);
        GreetedCoordinator open = coordinator(IsolationLevel.PL4, rule, InputSpread.SINGLE, null);
        open.beat();
        open.operator.processElement(new StreamRecord<>("only"));
        open.beat();
        open.beat();
        assertThat(open.operator.gauge("pendingBatches")).isEqualTo(1);
        assertThat(begun(open)).isEmpty();
        OperatorSubtaskState snapshot = open.operator.snapshot(1, 1);
        open.close();

        open = coordinator(IsolationLevel.PL4, rule, InputSpread.SINGLE, snapshot);
        open.beat();
        open.greet();
        open.runMails();
        assertThat(begun(open)).hasSize(1);
    }

    /** What is left in the gate has not changed then, and yet is written anew. */
    @Test
    void batchThatHasBegunIsNotInTheNextSnapshot() throws Exception {
        BatchRule<Object> rule = new BatchRules.ToLast<>(any -> "batch", any -> false, WITHIN_MS);
        GreetedCoordinator open = coordinator(IsolationLevel.PL4, rule, InputSpread.SINGLE, null);
        open.operator.processElement(new StreamRecord<>("only"));
        for (int ms = 0; ms <= WITHIN_MS; ms += GreetedCoordinator.HEARTBEAT_MS) {
            open.beat();
        }
        assertThat(begun(open)).as("abandoned while the coordinator has left").isEmpty();
        OperatorSubtaskState first = open.operator.snapshot(1, 1);
        open.greet();
        open.runMails();
        assertThat(begun(open)).hasSize(1);
        OperatorSubtaskState second = open.operator.snapshot(2, 2);
        open.close();

        assertThat(begunAfter(rule, first)).hasSize(1);
        assertThat(begunAfter(rule, second)).isEmpty();
    }

    private List<FragmentRows> begunAfter(BatchRule<Object> rule, OperatorSubtaskState snapshot)
            throws Exception {
        GreetedCoordinator open =
                coordinator(IsolationLevel.PL4, rule, InputSpread.SINGLE, snapshot);
        for (int ms = 0; ms <= WITHIN_MS; ms += GreetedCoordinator.HEARTBEAT_MS) {
            open.beat();
        }
        open.greet();
        open.runMails();
        List<FragmentRows> begun = begun(open);
        open.close();
        return begun;
    }

    /** When a run ends, so many may be missing from a log in front of one that is there. */
    @Test
    void boundOfWhatIsInFlightKnowsBatches() {
        BatchRule<Object> rule = new BatchRules.OfCount<>(MOST, BatchRule.FOREVER);
        assertThat(
                        GreetedCoordinator.plan(IsolationLevel.PL4, rule, InputSpread.ANY, MOST)
                                .maxElementsInFlight())
                .as("one that is too large, and the next")
                .isEqualTo(2 * (MOST + 1));
        assertThat(
                        GreetedCoordinator.plan(IsolationLevel.PL4, rule, InputSpread.ANY, 2)
                                .maxElementsInFlight())
                .isEqualTo(8 + 3);
        assertThat(GreetedCoordinator.plan(IsolationLevel.PL4, 8, 20_000).maxElementsInFlight())
                .isEqualTo(8);
    }

    /** A checkpoint from before it may be aborted late, which says nothing of the savepoint. */
    @Test
    void timeEndsNoBatchBehindASavepointWithWhichTheJobStopsUntilThatFails() throws Exception {
        GreetedCoordinator open =
                coordinator(
                        IsolationLevel.PL4,
                        new BatchRules.OfCount<>(MOST, WITHIN_MS),
                        InputSpread.SINGLE,
                        null);
        open.operator.processElement(new StreamRecord<>("only"));
        open.operator.prepareSnapshotPreBarrier(2);
        open.operator.snapshotWithLocalState(
                2, 2, SavepointType.suspend(SavepointFormatType.CANONICAL));
        open.sent.takeToState(0, 0);

        open.operator.getOneInputOperator().notifyCheckpointAborted(1);
        for (int ms = 0; ms <= WITHIN_MS; ms += GreetedCoordinator.HEARTBEAT_MS) {
            open.beat();
        }
        assertThat(open.sent.takeToState(0, 0))
                .as("it stays away")
                .noneMatch(CoordinatorToParticipant::isGreeting);

        open.operator.getOneInputOperator().notifyCheckpointAborted(2);
        open.beat();
        open.greet();
        open.runMails();
        assertThat(begun(open)).hasSize(1);
    }

    /** The blocks to close with transactions that have begun since the last call. */
    private static List<FragmentRows> begun(GreetedCoordinator coordinator) {
        return coordinator.sent.takeToClose(0).stream()
                .map(CoordinatorToClose::fragments)
                .filter(fragments -> fragments.size() > 0)
                .toList();
    }

    // ------------------------------------------------------------------ other programs

    /** The second of two coordinators has elements that wait. */
    private OperatorSubtaskState waitingAtTheSecond(BatchRule<Object> rule) throws Exception {
        try (OneInputStreamOperatorTestHarness<String, Block> second =
                second(GreetedCoordinator.plan(IsolationLevel.PL4, rule, InputSpread.ANY, MOST))) {
            second.open();
            second.processElement(new StreamRecord<>("waits"));
            return second.snapshot(1, 1);
        }
    }

    private static OneInputStreamOperatorTestHarness<String, Block> second(OpenPlan<String> plan)
            throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(plan);
        OneInputStreamOperatorTestHarness<String, Block> harness =
                new OneInputStreamOperatorTestHarness<>(factory, 2, 2, 1);
        harness.getStreamConfig().setStateKeySerializer(IntSerializer.INSTANCE);
        harness.getStreamConfig().serializeAllConfigs();
        SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent = SentBlocks.ofCoordinator();
        harness.setOutputCreator(any -> sent);
        return harness;
    }

    /** All others come to the first. */
    @Test
    void elementsThatWaitWhereNoMoreComeAreRefused() throws Exception {
        BatchRule<Object> rule = new BatchRules.OfCount<>(MOST, BatchRule.FOREVER);
        OperatorSubtaskState snapshot = waitingAtTheSecond(rule);
        try (OneInputStreamOperatorTestHarness<String, Block> second =
                second(
                        GreetedCoordinator.plan(
                                IsolationLevel.PL4, rule, InputSpread.SINGLE, MOST))) {
            second.initializeState(snapshot);
            assertThatThrownBy(second::open)
                    .hasMessageStartingWith("[TSP-2041] Cannot go on with batch")
                    .hasMessageContaining("graph=graph, batch=(without a key). Give");
        }
    }

    @Test
    void elementsThatWaitAreRefusedWhereNothingComesInBatches() throws Exception {
        OperatorSubtaskState snapshot =
                waitingAtTheSecond(new BatchRules.OfCount<>(MOST, BatchRule.FOREVER));
        try (OneInputStreamOperatorTestHarness<String, Block> second =
                second(GreetedCoordinator.plan(IsolationLevel.PL4, 8, 20_000))) {
            assertThatThrownBy(() -> second.initializeState(snapshot))
                    .hasMessageStartingWith("[TSP-2040] Cannot start t-graph")
                    .hasMessageContaining("graph=graph, entrance=(without a name). Open");
        }
    }

    /** Nothing waits: the rest of a batch that was aborted comes one by one, like all others. */
    @Test
    void whatIsKnownOfAnAbortedBatchNeedsNoBatches() throws Exception {
        BatchRule<Object> rule = new BatchRules.ToLast<>(any -> "batch", any -> false, WITHIN_MS);
        GreetedCoordinator open = coordinator(IsolationLevel.PL4, rule, InputSpread.SINGLE, null);
        open.operator.processElement(new StreamRecord<>("only"));
        for (int ms = 0; ms <= WITHIN_MS; ms += GreetedCoordinator.HEARTBEAT_MS) {
            open.beat();
        }
        open.greet();
        open.runMails();
        assertThat(begun(open)).as("abandoned").hasSize(1);
        OperatorSubtaskState snapshot = open.operator.snapshot(1, 1);
        open.close();
        assertThat(snapshot.getManagedKeyedState()).as("what is known").isNotEmpty();

        OpenOperatorFactory<String> single = new OpenOperatorFactory<>();
        single.setPlan(GreetedCoordinator.plan(IsolationLevel.PL4, 8, 20_000));
        open = GreetedCoordinator.withKeys(single, snapshot);
        coordinator = open;
        open.operator.processElement(new StreamRecord<>("rest"));
        assertThat(begun(open)).hasSize(1);
    }
}
