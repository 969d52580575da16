/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.flink.operator.TaskVertex;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.WholeValue;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.Greeting;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** With an exit that is no stream: what comes from one participant, and what follows from it. */
class ClosingTest {
    private static final LongSerializer LONGS = LongSerializer.INSTANCE;
    private static final int PARTICIPANT = 0;
    private static final long TIMESTAMP = 10;

    private final AdmissionWindow<String> window = new AdmissionWindow<>(4);
    private final CoordinatorLink link = new CoordinatorLink(1, window.slots(), this::reuseSlots);
    private final Outputs<ParticipantToParticipant, ParticipantToClose> outputs =
            Outputs.ofParticipant(SentBlocks.ofParticipant(), 1, new boolean[] {false});
    private final FragmentWriter writer =
            new FragmentWriter(
                    outputs, new AbortCapture(), new FragmentWriter.Bounds("state", 1, 1 << 20));
    private final List<Object> events = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final AttemptClosing<Long> closing =
            new AttemptClosing<>(
                    plan(),
                    new TaskVertex("job", "vertex", "close", 1),
                    link,
                    () -> {},
                    new CloseMetrics(new UnregisteredMetricsGroup()),
                    new CallResults<>(link, null),
                    this::leave);

    @Test
    void greetingOfOpenIsAnswered() throws IOException {
        CoordinatorToClose greeting = new CoordinatorToClose(0);
        greeting.greet(new Greeting(1, ""));

        closing.received(SentBlocks.received(greeting));

        assertThat(takeEvents()).singleElement().isInstanceOf(Feedback.Greeted.class);
    }

    @Test
    void resultLeavesWhenTheDecisionIsApplied() throws IOException {
        int slot = beginAttempt();
        writer.begin(0, slot, TIMESTAMP);
        writer.reportWrite(true, false, LONGS, 3L, LONGS, 4L);
        writer.end(Weight.WHOLE);
        Feedback.Answer decided = (Feedback.Answer) receive().get(0);
        DecisionBatch batch = decided.decisions();
        assertThat(batch.decision(0)).isEqualTo(Decision.COMMIT);
        assertThat(decided.slots()).isEmpty();

        outputs.toClose(0).answer(batch.number());
        List<Object> followed = receive();

        assertThat(followed).as("open is told first").hasSize(2);
        Feedback.Answer over = (Feedback.Answer) followed.get(0);
        assertThat(over.replies()).isEqualTo(1);
        assertThat(over.slots()).containsExactly(slot);
        TransactionResult<?> result = (TransactionResult<?>) followed.get(1);
        assertThat(result.outcome()).isEqualTo(Outcome.COMMITTED);
        assertThat(result.updates()).containsExactly(new StateUpdate("state", 3L, 4L));
        assertThat(link.meter().commits()).isEqualTo(1);
    }

    @Test
    void resultOfWhatNobodyHoldsLeavesAtOnce() throws IOException {
        int slot = beginAttempt();
        writer.begin(0, slot, TIMESTAMP);
        writer.reportWrite(false, false, LONGS, 3L, LONGS, 4L);
        writer.end(Weight.WHOLE);

        List<Object> followed = receive();

        Feedback.Answer over = (Feedback.Answer) followed.get(0);
        assertThat(over.decisions()).isNull();
        assertThat(over.slots()).containsExactly(slot);
        assertThat(followed.get(1)).isInstanceOf(TransactionResult.class);
    }

    @Test
    void resultHasTheTimeOfItsElement() throws IOException {
        int timed = beginAttempt(77);
        int untimed = beginAttempt(ElementTimes.NONE);
        writer.begin(0, untimed, TIMESTAMP);
        writer.reportWrite(false, false, LONGS, 3L, LONGS, 4L);
        writer.end(Weight.WHOLE);
        writer.begin(0, timed, TIMESTAMP + 1);
        writer.reportWrite(false, false, LONGS, 3L, LONGS, 5L);
        writer.end(Weight.WHOLE);

        receive();

        assertThat(times).containsExactly(ElementTimes.NONE, 77L);
    }

    private int beginAttempt() {
        return beginAttempt(ElementTimes.NONE);
    }

    private int beginAttempt(long time) {
        Transaction<String> transaction = window.admit("element", "", 0);
        int slot = window.begin(transaction);
        link.attempts().describe(slot, transaction, 0, time);
        return slot;
    }

    /** What follows from what the participant has written. */
    private List<Object> receive() throws IOException {
        ParticipantToClose block = outputs.toClose(0);
        block.from(PARTICIPANT, AdmissionWindow.NO_PRIORITY, TIMESTAMP);
        closing.received(SentBlocks.received(block));
        block.clear();
        return takeEvents();
    }

    private void leave(Leaving<Long> leaving) {
        pollFeedback();
        events.addAll(leaving.results());
        for (int i = 0; i < leaving.results().size(); i++) {
            times.add(leaving.time(i));
        }
    }

    /** As open may, once it has heard that they are free. */
    private void reuseSlots() {
        Transaction<String> later = new AdmissionWindow<String>(1).admit("later", "", 0);
        for (int slot = 0; slot < window.slots(); slot++) {
            link.attempts().describe(slot, later, 0, -1);
        }
    }

    private List<Object> takeEvents() {
        pollFeedback();
        List<Object> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    private void pollFeedback() {
        link.beginPolling();
        Feedback feedback = link.poll();
        while (feedback != null) {
            events.add(feedback);
            feedback = link.poll();
        }
    }

    private static ClosePlan<Long> plan() {
        GraphSettings settings =
                new GraphSettings(
                        "graph",
                        IsolationLevel.PL3,
                        ConcurrencyControl.LOCK_BASED,
                        4,
                        4,
                        1,
                        100,
                        60_000,
                        50,
                        false,
                        null,
                        null);
        StatePlan<Long, Long, Long> state =
                new StatePlan<>(
                        "state",
                        AccessModes.always(AccessMode.UPDATE),
                        (element, value, transaction) -> {},
                        Types.LONG,
                        LONGS,
                        LONGS,
                        InitialValue.constant(0L, LONGS),
                        null,
                        "");
        return new ClosePlan<>(
                settings,
                List.of(new StateColumns("state", LONGS, LONGS, 0, 0)),
                List.of(new WholeValue<>(state)),
                LONGS);
    }
}
