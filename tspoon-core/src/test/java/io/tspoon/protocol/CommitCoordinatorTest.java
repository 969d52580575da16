/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CommitCoordinatorTest {
    private static final long HALF = Weight.WHOLE / 2;
    private static final int PARTICIPANTS = 130;

    private final CommitCoordinator<List<String>, String> coordinator = withoutLog(8);
    private final List<String> completed = new ArrayList<>();

    @Test
    void attemptIsDecidedWhenItsWholeWeightHasArrived() {
        assertThat(report(1, 10, HALF, Vote.COMMIT)).isFalse();
        assertThat(coordinator.takeDecisions()).isNull();

        assertThat(report(1, 10, HALF, Vote.COMMIT, 5)).isTrue();
        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.slot(0)).isEqualTo(1);
        assertThat(batch.timestamp(0)).isEqualTo(10);
        assertThat(batch.decision(0)).isEqualTo(Decision.COMMIT);
    }

    @Test
    void abortWinsOverCommit() {
        report(1, 10, HALF, Vote.ABORT, 5);
        report(1, 10, HALF, Vote.COMMIT);

        assertThat(coordinator.takeDecisions().decision(0)).isEqualTo(Decision.ABORT);
    }

    @Test
    void retryWinsOverAbort() {
        report(1, 10, HALF, Vote.RETRY);
        report(1, 10, HALF, Vote.ABORT);

        assertThat(coordinator.takeDecisions().decision(0)).isEqualTo(Decision.RETRY);
    }

    @Test
    void moreThanTheWholeIsRejected() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);

        assertThatThrownBy(() -> report(1, 10, 1, Vote.COMMIT))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("timestamp=10");
    }

    @Test
    void slotHoldsOneAttemptAtATime() {
        report(1, 10, HALF, Vote.COMMIT);

        assertThatThrownBy(() -> report(1, 20, HALF, Vote.COMMIT))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("slot=1, timestamp=20, other=10");
    }

    @Test
    void attemptWithoutParticipantsIsCompleteAtOnce() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT);
        assertThat(completed).containsExactly("10 COMMIT");

        assertThat(coordinator.takeDecisions()).as("nobody has to hear of it").isNull();
        assertThat(complete()).as("not once more").containsExactly("10 COMMIT");
    }

    @Test
    void openOperatorHearsOfARetryThatNobodyHoldsAnythingFor() {
        report(1, 10, HALF, Vote.RETRY);
        report(1, 10, HALF, Vote.COMMIT);
        assertThat(completed).containsExactly("10 RETRY");

        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(batch.decision(0)).isEqualTo(Decision.RETRY);
        assertThat(complete()).as("not once more").containsExactly("10 RETRY");
    }

    @Test
    void fragmentsInARowAreOfOneAttempt() {
        Attempt<List<String>> attempt = coordinator.fragment(1, 10, HALF, null);
        attempt.addWeight(HALF);

        assertThat(coordinator.decideIfWhole(attempt, this::completed)).isTrue();
        assertThat(completed).containsExactly("10 COMMIT");
    }

    @Test
    void attemptThatIsOverServesForAnotherOne() {
        Attempt<List<String>> first = coordinator.fragment(1, 10, Weight.WHOLE, null);
        first.vote(Vote.ABORT);
        assertThat(coordinator.isOver(first)).as("it is not decided").isFalse();
        coordinator.decideIfWhole(first, this::completed);
        assertThat(coordinator.isOver(first)).isTrue();

        Attempt<List<String>> second = coordinator.fragment(2, 20, HALF, first);
        assertThat(second).isSameAs(first);
        second.addParticipant(5);
        assertThat(coordinator.decideIfWhole(second, this::completed)).isFalse();
        Attempt<List<String>> same = coordinator.fragment(2, 20, HALF, new Attempt<>(List.of(), 1));
        assertThat(same).as("the slot has one").isSameAs(second);
        coordinator.decideIfWhole(same, this::completed);
        assertThat(coordinator.isOver(same)).as("a participant has to hear of it").isFalse();

        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(participants(batch, 0)).containsExactly(5);
        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("10 ABORT", "20 COMMIT");
    }

    @Test
    void resultHasWhatWasGatheredUpToTheDecision() {
        Attempt<List<String>> first = coordinator.fragment(1, 10, HALF, null);
        first.payload().add("a");
        first.addParticipant(5);
        coordinator.decideIfWhole(first, this::completed);
        report(2, 20, Weight.WHOLE, Vote.RETRY, 5);
        coordinator.fragment(1, 10, HALF, null).payload().add("b");
        coordinator.decideIfWhole(first, this::completed);
        DecisionBatch batch = coordinator.takeDecisions();

        assertThat(coordinator.takenCompletions().result(0)).isEqualTo("20 RETRY");
        assertThat(coordinator.takenCompletions().result(1)).isEqualTo("10 COMMIT a b");
        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("20 RETRY", "10 COMMIT a b");
    }

    @Test
    void attemptWithoutParticipantsDoesNotWaitForOthers() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        report(2, 20, Weight.WHOLE, Vote.COMMIT);
        DecisionBatch batch = coordinator.takeDecisions();
        assertThat(complete()).containsExactly("20 COMMIT");
        assertThat(batch.size()).as("nobody has to hear of the other").isEqualTo(1);

        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("20 COMMIT", "10 COMMIT");
    }

    @Test
    void attemptThatHasSeenATentativeVersionIsNotCompleteBeforeThatIsInstalled() {
        report(1, 10, HALF, Vote.COMMIT, 5);
        Attempt<List<String>> reader = coordinator.fragment(2, 20, Weight.WHOLE, null);
        coordinator.depends(reader, 5, 1, 10);
        coordinator.decideIfWhole(reader, (slot, decision, result) -> completed.add("too early"));
        report(1, 10, HALF, Vote.COMMIT, 6);
        DecisionBatch batch = coordinator.takeDecisions();
        coordinator.acknowledge(6, batch.number());
        assertThat(complete()).isEmpty();

        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("10 COMMIT", "20 COMMIT");
    }

    @Test
    void attemptThatFailedOnATentativeVersionIsRepeatedWhenThatIsDecided() {
        report(1, 10, HALF, Vote.COMMIT, 5);
        Attempt<List<String>> reader = coordinator.fragment(2, 20, Weight.WHOLE, null);
        coordinator.depends(reader, 5, 1, 10);
        reader.vote(Vote.RETRY_LATER);

        assertThat(coordinator.decideIfWhole(reader, this::completed)).isFalse();
        report(1, 10, HALF, Vote.ABORT);
        DecisionBatch batch = coordinator.takeDecisions();
        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("10 ABORT", "20 RETRY");
    }

    @Test
    void attemptThatIsRefusedIsRepeatedAtOnce() {
        report(1, 10, HALF, Vote.COMMIT, 5);
        Attempt<List<String>> reader = coordinator.fragment(2, 20, Weight.WHOLE, null);
        coordinator.depends(reader, 5, 1, 10);
        reader.vote(Vote.RETRY);

        assertThat(coordinator.decideIfWhole(reader, this::completed)).isTrue();
    }

    @Test
    void nothingIsCompleteBeforeItsDecisionWasTaken() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        coordinator.acknowledge(5, 1);

        assertThat(complete()).isEmpty();
    }

    @Test
    void attemptIsCompleteWhenAllItsParticipantsHaveAcknowledged() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 0, 64, 129);
        DecisionBatch batch = coordinator.takeDecisions();
        coordinator.acknowledge(0, batch.number());
        coordinator.acknowledge(129, batch.number());
        coordinator.acknowledge(63, batch.number());
        assertThat(complete()).isEmpty();

        coordinator.acknowledge(64, batch.number());
        assertThat(complete()).containsExactly("10 COMMIT");
    }

    @Test
    void batchNamesTheParticipantsOfEachDecision() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 0, 64, 129);
        report(2, 20, Weight.WHOLE, Vote.COMMIT, 63);
        DecisionBatch batch = coordinator.takeDecisions();

        assertThat(participants(batch, 0)).containsExactly(0, 64, 129);
        assertThat(participants(batch, 1)).containsExactly(63);
    }

    @Test
    void laterAcknowledgementCoversEarlierBatches() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        coordinator.takeDecisions();
        report(2, 20, Weight.WHOLE, Vote.ABORT, 5);
        coordinator.acknowledge(5, coordinator.takeDecisions().number());

        assertThat(complete()).containsExactly("10 COMMIT", "20 ABORT");
    }

    @Test
    void batchesCompleteInTheOrderOfTheirDecisions() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        long first = coordinator.takeDecisions().number();
        report(2, 20, Weight.WHOLE, Vote.COMMIT, 6);
        coordinator.acknowledge(6, coordinator.takeDecisions().number());
        assertThat(complete()).isEmpty();

        coordinator.acknowledge(5, first);
        assertThat(complete()).containsExactly("10 COMMIT", "20 COMMIT");
    }

    @Test
    void oldAcknowledgementTakesNothingBack() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        coordinator.takeDecisions();
        coordinator.acknowledge(5, 1);
        coordinator.acknowledge(5, 0);

        assertThat(complete()).containsExactly("10 COMMIT");
    }

    @Test
    void slotStartsAfreshWithItsNextAttempt() {
        report(1, 10, Weight.WHOLE, Vote.RETRY, 5);
        coordinator.acknowledge(5, coordinator.takeDecisions().number());
        complete();
        completed.clear();
        report(1, 30, Weight.WHOLE, Vote.COMMIT);

        assertThat(complete()).containsExactly("30 COMMIT");
    }

    @Test
    void slotOfARefusedAttemptIsTakenBeforeItsBatchIsComplete() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        report(2, 20, Weight.WHOLE, Vote.RETRY);
        DecisionBatch first = coordinator.takeDecisions();
        assertThat(complete()).containsExactly("20 RETRY");
        report(2, 30, Weight.WHOLE, Vote.COMMIT, 6);
        DecisionBatch second = coordinator.takeDecisions();
        coordinator.acknowledge(5, first.number());
        assertThat(complete()).containsExactly("20 RETRY", "10 COMMIT");

        coordinator.acknowledge(6, second.number());
        assertThat(complete()).containsExactly("20 RETRY", "10 COMMIT", "30 COMMIT");
    }

    @Test
    void slotOfAnAttemptThatCameInPartsAndIsOverIsTaken() {
        report(1, 10, HALF, Vote.COMMIT);
        report(1, 10, HALF, Vote.COMMIT);
        report(1, 20, HALF, Vote.COMMIT, 5);
        report(1, 20, HALF, Vote.COMMIT);
        coordinator.acknowledge(5, coordinator.takeDecisions().number());

        assertThat(complete()).containsExactly("10 COMMIT", "20 COMMIT");
    }

    /** The table of attempts is copied now and then. */
    @Test
    void attemptIsKnownWhileManyOthersComeAndGo() {
        report(1, 10, HALF, Vote.COMMIT);
        for (int i = 0; i <= 1 << 17; i++) {
            report(2, 20 + i, HALF, Vote.COMMIT);
            report(2, 20 + i, HALF, Vote.COMMIT);
        }
        completed.clear();

        assertThat(report(1, 10, HALF, Vote.COMMIT)).isTrue();
        assertThat(completed).containsExactly("10 COMMIT");
    }

    @Test
    void manyDecisionsFitIntoOneBatch() {
        CommitCoordinator<List<String>, String> large = withoutLog(100);
        for (int i = 0; i < 100; i++) {
            Attempt<List<String>> attempt = large.fragment(i, 1000 + i, Weight.WHOLE, null);
            attempt.addParticipant(i);
            large.decideIfWhole(attempt, this::completed);
        }
        DecisionBatch batch = large.takeDecisions();

        assertThat(batch.size()).isEqualTo(100);
        assertThat(batch.timestamp(99)).isEqualTo(1099);
        assertThat(participants(batch, 99)).containsExactly(99);
    }

    private static CommitCoordinator<List<String>, String> withoutLog(int slots) {
        return new CommitCoordinator<>(
                slots,
                PARTICIPANTS,
                ArrayList::new,
                CommitCoordinatorTest::result,
                new DecisionsAsReady<>(),
                Durability.CHECKPOINT);
    }

    private boolean report(int slot, long timestamp, long weight, Vote vote, int... participants) {
        Attempt<List<String>> attempt = coordinator.fragment(slot, timestamp, weight, null);
        attempt.vote(vote);
        for (int participant : participants) {
            attempt.addParticipant(participant);
        }
        return coordinator.decideIfWhole(attempt, this::completed);
    }

    private List<String> complete() {
        coordinator.complete(this::completed, 0);
        return completed;
    }

    private static String result(Attempt<List<String>> attempt, Decision decision) {
        String start = attempt.timestamp() + " " + decision;
        return Stream.concat(Stream.of(start), attempt.payload().stream()).collect(joining(" "));
    }

    private void completed(int slot, Decision decision, String result) {
        assertThat(result).contains(" " + decision);
        completed.add(result);
    }

    private static List<Integer> participants(DecisionBatch batch, int index) {
        List<Integer> participants = new ArrayList<>();
        int participant = batch.nextParticipant(index, 0);
        while (participant >= 0) {
            participants.add(participant);
            participant = batch.nextParticipant(index, participant + 1);
        }
        return participants;
    }
}
