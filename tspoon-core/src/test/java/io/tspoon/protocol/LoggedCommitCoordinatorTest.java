/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

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
        assertThat(coordinator.awaitedTicket(6)).as("waits for the participant").isZero();

        coordinator.acknowledge(5, batch.number());
        assertThat(completed(6)).isEmpty();
        assertThat(coordinator.awaitedTicket(6)).isEqualTo(7);
        assertThat(completed(7)).containsExactly("10 COMMIT");
        assertThat(coordinator.awaitedTicket(7)).isZero();
        assertThat(completed(8)).as("not once more").hasSize(1);
    }

    @Test
    void attemptWithoutParticipantsWaitsForTheLog() {
        DecisionBatch batch = decide(1, 10);
        assertThat(completed).isEmpty();
        batch.awaitLog(7);

        assertThat(completed(6)).isEmpty();
        assertThat(coordinator.awaitedTicket(6)).isEqualTo(7);
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
        coordinator.decideIfWhole(attempt, this::completed);
        assertThat(coordinator.isOver(attempt)).as("another one may take its place").isTrue();
        coordinator.decideIfWhole(
                coordinator.fragment(2, 20, Weight.WHOLE, attempt), this::completed);

        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(batch.size()).isZero();
        assertThat(coordinator.takenCompletions().size()).isEqualTo(2);
        batch.awaitLog(7);
        assertThat(completed(6)).isEmpty();
        assertThat(completed(7)).containsExactly("10 COMMIT", "20 COMMIT");
        assertThat(coordinator.takeDecisions()).isNull();
    }

    @Test
    void openHearsOfAnAttemptThatIsRepeated() {
        Attempt<String> attempt = coordinator.fragment(1, 10, Weight.WHOLE, null);
        attempt.vote(Vote.RETRY);
        coordinator.decideIfWhole(attempt, this::completed);

        DecisionBatch batch = coordinator.takeDecisions();
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
        coordinator.decideIfWhole(attempt, this::completed);
        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(coordinator.takenCompletions().size()).isEqualTo(1);
        assertThat(coordinator.takenCompletions().result(0)).isEqualTo(timestamp + " COMMIT");
        return batch;
    }

    private List<String> completed(long durable) {
        coordinator.complete(this::completed, durable);
        return completed;
    }

    private void completed(int slot, Decision decision, String result) {
        completed.add(result);
    }
}
