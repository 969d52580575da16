/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.order.ArrivalOrder;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.GaugedOperator;
import io.tspoon.runtime.transport.Greeting;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What one instance of a stateful operator promises at PL4 to those after it, and whose promises it
 * waits for: the first of two stateful operators, with two coordinators.
 */
class StateOperatorTest {
    private static final int COORDINATORS = 2;
    private static final int SILENT = 0;
    private static final int BUSY = 1;
    private static final long LINK = 7;

    private final SentBlocks<ParticipantToParticipant, ParticipantToClose> sent =
            SentBlocks.ofParticipant();
    private GaugedOperator<Block> operator;
    private int slots;

    @BeforeEach
    void open() throws Exception {
        operator = create();
        operator.open();
    }

    private GaugedOperator<Block> create() throws Exception {
        GaugedOperator<Block> created =
                GaugedOperator.of(new StateOperatorFactory<>(plan()), COORDINATORS)
                        .withKeys(LongSerializer.INSTANCE);
        created.setOutputCreator(any -> sent);
        return created;
    }

    @AfterEach
    void close() throws Exception {
        operator.close();
    }

    /** What was promised is above every timestamp that has come: nothing but the promise tells. */
    @Test
    void coordinatorThatJoinsIsToldToStayAboveWhatWasPromisedToOthers() throws Exception {
        receive(header(SILENT, at(5), ArrivalOrder.LEFT));
        receive(header(BUSY, at(5), at(50)));
        assertThat(promises()).containsExactly(at(50));

        CoordinatorToParticipant greeting = header(SILENT, at(5), Timestamps.NONE);
        greeting.greet(new Greeting(2, ""));
        receive(greeting);

        assertThat(sent.takeToClose(SILENT))
                .singleElement()
                .satisfies(
                        answer -> {
                            assertThat(answer.replies()).isEqualTo(1);
                            assertThat(answer.highestTimestamp()).isEqualTo(at(50));
                        });
    }

    /** Else timestamps would go back where the clock of the next run is behind. */
    @Test
    void highestTimestampIsKnownAfterARestore() throws Exception {
        long last = at(1_000) + BUSY;
        receive(header(SILENT, at(5), ArrivalOrder.LEFT));
        receive(fragment(BUSY, last));
        CoordinatorToParticipant decision = header(BUSY, last, ArrivalOrder.LEFT);
        decision.decisions().append(0, last, Decision.COMMIT.ordinal());
        receive(decision);
        assertThat(elements()).isEqualTo(1);

        restore(operator.snapshot(1, 1));
        sent.takeToClose(SILENT);
        CoordinatorToParticipant greeting = header(SILENT, Timestamps.NONE, Timestamps.NONE);
        greeting.greet(new Greeting(COORDINATORS, ""));
        receive(greeting);

        assertThat(sent.takeToClose(SILENT))
                .singleElement()
                .satisfies(
                        answer -> {
                            assertThat(answer.replies()).isEqualTo(1);
                            assertThat(answer.highestTimestamp()).isEqualTo(last);
                        });
    }

    /** As an operator of the cluster may have it, for each vertex may be given another one. */
    @Test
    void anotherNumberOfCoordinatorsIsRefusedWhenTheFirstOneGreets() {
        CoordinatorToParticipant greeting = header(SILENT, at(5), Timestamps.NONE);
        greeting.greet(new Greeting(3, "a1,b2,c3"));

        assertThatThrownBy(() -> receive(greeting))
                .hasMessageContaining(
                        "the operators of the t-graph differ in parallelism, open=3, state=2,"
                                + " openVertex=a1, stateVertex=")
                .hasMessageContaining(
                        "/resource-requirements | jq 'reduce (\"a1\", \"b2\", \"c3\") as $v (.;"
                                + " if has($v) then .[$v].parallelism = {lowerBound: 1,"
                                + " upperBound: 2} else . end)' | curl -X PUT");
    }

    @Test
    void goesOnOnlyAsFarAsAllHavePromised() throws Exception {
        receive(fragment(BUSY, at(10)));
        assertThat(sent.takeToState(FirstOfTwo.NEXT_STATE, 0)).isEmpty();
        assertThat(operator.gauge("heldBackBlocks")).isEqualTo(1);

        receive(header(SILENT, at(5), at(9)));
        assertThat(elements()).isZero();
        assertThat(operator.gauge("heldBackBlocks")).isEqualTo(1);

        receive(header(SILENT, at(5), at(10)));
        assertThat(elements()).isEqualTo(1);
        assertThat(operator.gauge("heldBackBlocks")).isZero();
    }

    @Test
    void asksOnlyWhoIsBehind() throws Exception {
        receive(header(SILENT, at(5), at(5)));
        receive(fragment(BUSY, at(10)));
        assertThat(sent.takeToClose(SILENT)).as("a block may bring it").isEmpty();
        runMails();

        assertThat(sent.takeToClose(SILENT))
                .singleElement()
                .satisfies(
                        question -> {
                            assertThat(question.replies()).isZero();
                            assertThat(question.highestTimestamp()).isEqualTo(at(10));
                        });
        assertThat(sent.takeToClose(BUSY)).allMatch(answer -> answer.replies() == 1);
    }

    /** Its clock is slow, and nobody else tells it: what came to hand could not be let go. */
    @Test
    void coordinatorFarBehindIsToldOnceHowFarOthersAre() throws Exception {
        long now = Timestamps.ofEpochMs(1_800_000_000_000L);
        long hour = Timestamps.distance(3_600_000);
        receive(header(SILENT, now - hour, ArrivalOrder.LEFT));
        receive(header(BUSY, now, ArrivalOrder.LEFT));
        receive(header(BUSY, now + at(1), ArrivalOrder.LEFT));

        assertThat(sent.takeToClose(SILENT))
                .singleElement()
                .satisfies(
                        question -> {
                            assertThat(question.highestTimestamp()).isEqualTo(now);
                            assertThat(question.awaitedLow()).as("awaited").isEqualTo(now);
                        });
        assertThat(sent.takeToClose(BUSY)).isEmpty();

        receive(header(SILENT, now, ArrivalOrder.LEFT));
        assertThat(sent.takeToClose(SILENT)).as("it is not far behind any more").isEmpty();
        receive(header(BUSY, now + hour, ArrivalOrder.LEFT));
        assertThat(sent.takeToClose(SILENT)).hasSize(1);
    }

    // ------------------------------------------------------------------ blocks

    private void restore(OperatorSubtaskState snapshot) throws Exception {
        operator.close();
        operator = create();
        operator.initializeState(snapshot);
        operator.open();
    }

    private void receive(Block block) throws Exception {
        operator.processElement(new StreamRecord<>(SentBlocks.received(block)));
    }

    private void runMails() throws Exception {
        TaskMailbox mailbox = operator.getTaskMailbox();
        for (int mail = 0; mail < 10 && mailbox.hasMail(); mail++) {
            mailbox.take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    private static CoordinatorToParticipant header(int coordinator, long low, long promise) {
        CoordinatorToParticipant block = new CoordinatorToParticipant(0);
        block.from(coordinator, LINK, low, AdmissionWindow.NO_PRIORITY, 0);
        block.promise(promise);
        return block;
    }

    /** One element of a transaction, promised with its own timestamp. */
    private CoordinatorToParticipant fragment(int coordinator, long timestamp) throws Exception {
        CoordinatorToParticipant block = header(coordinator, timestamp - 1, timestamp);
        int row = block.fragments().append(slots++, timestamp);
        block.fragments().setWeight(row, Weight.WHOLE);
        LongSerializer.INSTANCE.serialize(0L, block.fragments().payload());
        return block;
    }

    private static long at(long time) {
        return time * COORDINATORS;
    }

    private List<Long> promises() {
        return sent.takeToState(FirstOfTwo.NEXT_STATE, 0).stream()
                .map(ParticipantToParticipant::promise)
                .toList();
    }

    private int elements() {
        return sent.takeToState(FirstOfTwo.NEXT_STATE, 0).stream()
                .mapToInt(block -> block.fragments().size())
                .sum();
    }

    // ------------------------------------------------------------------ plan

    private static StateOperatorPlan<Long, Long, Long, Long> plan() {
        return FirstOfTwo.plan(
                IsolationLevel.PL4,
                ConcurrencyControl.LOCK_BASED,
                AccessMode.READ,
                (element, value, transaction) -> transaction.emit(element));
    }
}
