/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** With a write-ahead log: nothing is complete before its outcome is durable. */
class LoggedCommitCoordinatorTest {
    private final CommitCoordinator<String, String> coordinator =
            new CommitCoordinator<>(
                    8,
                    130,
                    () -> "",
                    (attempt, decision) -> attempt.timestamp() + " " + decision,
                    new DecisionsAsReady<>(),
                    Durability.LOG);
    private final List<String> completed = new ArrayList<>();

    @Test
    void attemptIsCompleteWhenItIsAcknowledgedAndDurable() {
        DecisionBatch batch = decide(1, 10, 5);
        batch.awaitLog(7);

        assertThat(completed(7)).isEmpty();
        assertThat(coordinator.settle(6).awaitedTicket()).as("waits for the participant").isZero();

        coordinator.acknowledge(5, batch.number());
        assertThat(completed(6)).isEmpty();
        assertThat(coordinator.settle(6).awaitedTicket()).isEqualTo(7);
        assertThat(completed(7)).containsExactly("10 COMMIT");
        assertThat(coordinator.settle(7).awaitedTicket()).isZero();
        assertThat(completed(8)).as("not once more").hasSize(1);
    }

    @Test
    void attemptWithoutParticipantsWaitsForTheLog() {
        DecisionBatch batch = decide(1, 10);
        assertThat(completed).isEmpty();
        batch.awaitLog(7);

        assertThat(completed(6)).isEmpty();
        assertThat(coordinator.settle(6).awaitedTicket()).isEqualTo(7);
        assertThat(completed(7)).containsExactly("10 COMMIT");
    }

    @Test
    void batchesCompleteInTheirOrder() {
        DecisionBatch first = decide(1, 10, 5);
        first.awaitLog(1);
        DecisionBatch second = decide(2, 20);
        second.awaitLog(2);

        assertThat(completed(2)).isEmpty();
        coordinator.acknowledge(5, first.number());
        assertThat(completed(2)).containsExactly("10 COMMIT", "20 COMMIT");
    }

    @Test
    void nobodyHearsOfAnAttemptWithoutParticipantsButItIsLogged() {
        Attempt<String> attempt = coordinator.fragment(1, 10, Weight.WHOLE, null);
        assertThat(coordinator.gathered(attempt))
                .as("another one may take its place")
                .isSameAs(attempt);
        coordinator.gathered(coordinator.fragment(2, 20, Weight.WHOLE, attempt));

        Settled<String> settled = coordinator.settle(Long.MAX_VALUE - 1);
        assertThat(settled.decisions().size()).isZero();
        assertThat(settled.toLog().size()).isEqualTo(2);
        assertThat(settled.takeResults()).as("not before it is logged").isEmpty();
        settled.decisions().awaitLog(7);
        assertThat(settled.awaitedTicket()).isEqualTo(7);
        assertThat(completed(6)).isEmpty();
        assertThat(completed(7)).containsExactly("10 COMMIT", "20 COMMIT");
        assertThat(coordinator.settle(7).decisions()).isNull();
    }

    @Test
    void openHearsOfAnAttemptThatIsRepeated() {
        Attempt<String> attempt = coordinator.fragment(1, 10, Weight.WHOLE, null);
        attempt.vote(Vote.RETRY);
        coordinator.gathered(attempt);

        DecisionBatch batch = coordinator.settle(0).decisions();
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.decision(0)).isEqualTo(Decision.RETRY);
        batch.awaitLog(7);
        assertThat(completed(6)).as("the slot stays taken until open has heard").isEmpty();
        assertThat(completed(7)).containsExactly("10 RETRY");
    }

    private DecisionBatch decide(int slot, long timestamp, int... holders) {
        Attempt<String> attempt = coordinator.fragment(slot, timestamp, Weight.WHOLE, null);
        for (int participant : holders) {
            attempt.addParticipant(participant);
        }
        coordinator.gathered(attempt);
        Settled<String> settled = coordinator.settle(0);
        assertThat(settled.toLog().size()).isEqualTo(1);
        assertThat(settled.toLog().result(0)).isEqualTo(timestamp + " COMMIT");
        return settled.decisions();
    }

    private List<String> completed(long durable) {
        completed.addAll(coordinator.settle(durable).takeResults());
        return completed;
    }
}
