/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.GaugedOperator;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A coordinator at PL4 that has left, for nothing came, and wants to be back. */
class JoiningTest {
    private static final StringSerializer STRINGS = StringSerializer.INSTANCE;
    private static final int HEARTBEAT_MS = 50;
    private static final long DEADLINE_MS = 1;
    private static final long LONG_MS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent =
            SentBlocks.ofCoordinator();
    private GaugedOperator<String> operator;
    private CoordinatorLink link;
    private long nowMs;

    @BeforeEach
    void leave() throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(plan());
        operator = GaugedOperator.of(factory, 1);
        operator.setOutputCreator(any -> sent);
        operator.open();
        link = CoordinatorLinks.find(sent.takeToClose(0).get(0).link(), "graph");
        link.send(new Feedback.Greeted());
        link.send(answer());
        TaskMailbox mailbox = operator.getTaskMailbox();
        while (mailbox.hasMail()) {
            mailbox.take(TaskMailbox.MIN_PRIORITY).run();
        }
        beat();
    }

    @AfterEach
    void close() throws Exception {
        operator.close();
    }

    @Test
    void elementWaitsForParticipantsNoLongerThanTheDeadline() {
        beatWhileItWaits(System.nanoTime() + PATIENCE.toNanos());

        assertThatThrownBy(() -> operator.processElement(new StreamRecord<>("element")))
                .isInstanceOf(TransactionTimeoutException.class)
                .hasMessageStartingWith(
                        "[TSP-2101] Cannot begin transaction: not all stateful operators answer,"
                                + " graph=graph");
    }

    /** For it had left, and nothing comes in before the participants know that it is back. */
    @Test
    void pauseOfACheckpointLastsUntilAllHaveAnsweredTheCoordinator() throws Exception {
        operator.prepareSnapshotPreBarrier(1);
        operator.snapshot(1, 1);
        long before = operator.gauge("lastQuiesceMs");
        assertThat(operator.gauge("unansweredGreetingsMs")).as("nothing waits").isZero();
        answerAfter(LONG_MS);

        operator.processElement(new StreamRecord<>("element"));

        assertThat(operator.gauge("lastQuiesceMs")).isGreaterThanOrEqualTo(before + LONG_MS);
        assertThat(operator.gauge("unansweredGreetingsMs")).isZero();
    }

    private void answerAfter(long ms) {
        operator.getTaskMailbox()
                .put(
                        new Mail(
                                () -> {
                                    if (operator.gauge("unansweredGreetingsMs") >= ms) {
                                        link.send(new Feedback.Greeted());
                                        link.send(answer());
                                    } else {
                                        answerAfter(ms);
                                    }
                                },
                                TaskMailbox.MAX_PRIORITY,
                                "answer"));
    }

    private void beat() throws Exception {
        nowMs += HEARTBEAT_MS;
        operator.setProcessingTime(nowMs);
    }

    private void beatWhileItWaits(long untilNanos) {
        operator.getTaskMailbox()
                .put(
                        new Mail(
                                () -> {
                                    if (System.nanoTime() > untilNanos) {
                                        throw new AssertionError("the element waits for ever");
                                    }
                                    beat();
                                    beatWhileItWaits(untilNanos);
                                },
                                TaskMailbox.MAX_PRIORITY,
                                "heartbeat"));
    }

    private static Feedback answer() {
        return new Feedback.Answer(
                0,
                1,
                AdmissionWindow.NO_PRIORITY,
                Timestamps.NONE,
                Timestamps.NONE,
                null,
                new int[0]);
    }

    private static OpenPlan<String> plan() {
        GraphSettings settings =
                new GraphSettings(
                        "graph",
                        IsolationLevel.PL4,
                        ConcurrencyControl.LOCK_BASED,
                        8,
                        8,
                        1,
                        100,
                        DEADLINE_MS,
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
                InputSpread.ANY);
    }
}
