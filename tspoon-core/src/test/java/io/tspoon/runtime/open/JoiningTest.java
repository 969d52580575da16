/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.transport.GaugedOperator;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A coordinator at PL4 that has left, for nothing came, and wants to be back. */
class JoiningTest {
    private static final long DEADLINE_MS = 1;
    private static final long LONG_MS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private GreetedCoordinator coordinator;
    private GaugedOperator<String> operator;

    @BeforeEach
    void leave() throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(GreetedCoordinator.plan(IsolationLevel.PL4, 8, DEADLINE_MS));
        coordinator = new GreetedCoordinator(factory);
        operator = coordinator.operator;
        coordinator.beat();
    }

    @AfterEach
    void close() throws Exception {
        coordinator.close();
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
                                        coordinator.greet();
                                    } else {
                                        answerAfter(ms);
                                    }
                                },
                                TaskMailbox.MAX_PRIORITY,
                                "answer"));
    }

    private void beatWhileItWaits(long untilNanos) {
        operator.getTaskMailbox()
                .put(
                        new Mail(
                                () -> {
                                    if (System.nanoTime() > untilNanos) {
                                        throw new AssertionError("the element waits for ever");
                                    }
                                    coordinator.beat();
                                    beatWhileItWaits(untilNanos);
                                },
                                TaskMailbox.MAX_PRIORITY,
                                "heartbeat"));
    }
}
