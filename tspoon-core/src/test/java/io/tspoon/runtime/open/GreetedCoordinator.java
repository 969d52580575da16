/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.GaugedOperator;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** The only coordinator of a t-graph with one state, greeted by close and the participant. */
final class GreetedCoordinator implements AutoCloseable {
    private static final StringSerializer STRINGS = StringSerializer.INSTANCE;
    static final int HEARTBEAT_MS = 50;

    final GaugedOperator<String> operator;
    final CoordinatorLink link;
    final SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent =
            SentBlocks.ofCoordinator();
    private long nowMs;

    GreetedCoordinator(OneInputStreamOperatorFactory<String, Block> factory) throws Exception {
        this(GaugedOperator.of(factory, 1), null);
    }

    private GreetedCoordinator(
            GaugedOperator<String> operator, @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        this.operator = operator;
        operator.setOutputCreator(any -> sent);
        if (snapshot != null) {
            operator.initializeState(snapshot);
        }
        operator.open();
        link = CoordinatorLinks.find(sent.takeToClose(0).get(0).link(), "graph");
        greet();
        runMails();
    }

    /**
     * One that has keyed state.
     *
     * @param snapshot what it restores; null if it begins anew
     */
    static GreetedCoordinator withKeys(
            OneInputStreamOperatorFactory<String, Block> factory,
            @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        return new GreetedCoordinator(
                GaugedOperator.of(factory, 1).withKeys(IntSerializer.INSTANCE), snapshot);
    }

    /** Elements leave it as they are, without an access to the state. */
    static OpenPlan<String> plan(IsolationLevel isolation, int maxInFlight, long deadlineMs) {
        GraphSettings settings =
                new GraphSettings(
                        "graph",
                        isolation,
                        ConcurrencyControl.LOCK_BASED,
                        maxInFlight,
                        8,
                        1,
                        100,
                        deadlineMs,
                        HEARTBEAT_MS,
                        false,
                        null,
                        null);
        return new OpenPlan<>(
                settings,
                task -> key -> 0,
                STRINGS,
                element -> element,
                List.of(),
                List.of(new StateColumns("state", STRINGS, STRINGS, 0, 0)),
                STRINGS,
                InputSpread.ANY,
                List.of());
    }

    /** The same, where elements come in batches. */
    static OpenPlan<String> plan(
            IsolationLevel isolation, BatchRule<Object> rule, InputSpread spread, int most) {
        OpenPlan<String> single = plan(isolation, 8, 20_000);
        @SuppressWarnings({"unchecked", "rawtypes"}) // elements of all entrances are objects here
        TypeSerializer<Object> serializer = (TypeSerializer) STRINGS;
        return new OpenPlan<>(
                single.settings(),
                single.router(),
                single.inputSerializer(),
                single.transactionKey(),
                single.outlets(),
                single.states(),
                single.elementSerializer(),
                spread,
                single.entrances(),
                List.of(),
                false,
                null,
                List.of(new BatchPlan(0, "", rule, most, false, spread, serializer)),
                single.triggers());
    }

    /** Close and the participant answer a greeting. */
    void greet() {
        link.send(new Feedback.Greeted());
        link.send(
                new Feedback.Answer(
                        0,
                        1,
                        AdmissionWindow.NO_PRIORITY,
                        Timestamps.NONE,
                        Timestamps.NONE,
                        null,
                        new int[0]));
    }

    void runMails() throws Exception {
        TaskMailbox mailbox = operator.getTaskMailbox();
        while (mailbox.hasMail()) {
            mailbox.take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    /** Does this with the next mail, also while the coordinator waits for room. */
    void later(ThrowingRunnable<? extends Exception> what) throws Exception {
        operator.getTaskMailbox().put(new Mail(what, 0, "later"));
    }

    void beat() throws Exception {
        nowMs += HEARTBEAT_MS;
        operator.setProcessingTime(nowMs);
    }

    @Override
    public void close() throws Exception {
        operator.close();
    }
}
