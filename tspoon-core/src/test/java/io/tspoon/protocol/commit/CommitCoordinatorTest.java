/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Vote;
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
        assertThat(decisions()).isNull();

        assertThat(report(1, 10, HALF, Vote.COMMIT, 5)).isTrue();
        DecisionBatch batch = decisions();
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.slot(0)).isEqualTo(1);
        assertThat(batch.timestamp(0)).isEqualTo(10);
        assertThat(batch.decision(0)).isEqualTo(Decision.COMMIT);
    }

    @Test
    void abortWinsOverCommit() {
        report(1, 10, HALF, Vote.ABORT, 5);
        report(1, 10, HALF, Vote.COMMIT);

        assertThat(decisions().decision(0)).isEqualTo(Decision.ABORT);
    }

    @Test
    void retryWinsOverAbort() {
        report(1, 10, HALF, Vote.RETRY);
        report(1, 10, HALF, Vote.ABORT);

        assertThat(decisions().decision(0)).isEqualTo(Decision.RETRY);
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

        assertThat(decisions()).as("nobody has to hear of it").isNull();
        assertThat(completed).containsExactly("10 COMMIT");
        assertThat(complete()).as("not once more").containsExactly("10 COMMIT");
    }

    @Test
    void openOperatorHearsOfARetryThatNobodyHoldsAnythingFor() {
        report(1, 10, HALF, Vote.RETRY);
        report(1, 10, HALF, Vote.COMMIT);

        DecisionBatch batch = decisions();
        assertThat(completed).containsExactly("10 RETRY");
        assertThat(batch.decision(0)).isEqualTo(Decision.RETRY);
        assertThat(complete()).as("not once more").containsExactly("10 RETRY");
    }

    @Test
    void fragmentsInARowAreOfOneAttempt() {
        Attempt<List<String>> attempt = coordinator.fragment(1, 10, HALF, null);
        attempt.addWeight(HALF);

        assertThat(isDecided(attempt)).isTrue();
        assertThat(complete()).containsExactly("10 COMMIT");
    }

    @Test
    void attemptThatIsOverServesForAnotherOne() {
        Attempt<List<String>> first = coordinator.fragment(1, 10, Weight.WHOLE, null);
        first.vote(Vote.ABORT);
        assertThat(coordinator.gathered(first)).isSameAs(first);

        Attempt<List<String>> second = coordinator.fragment(2, 20, HALF, first);
        assertThat(second).isSameAs(first);
        second.addParticipant(5);
        assertThat(coordinator.gathered(second)).as("it is not decided").isNull();
        Attempt<List<String>> same = coordinator.fragment(2, 20, HALF, new Attempt<>(List.of(), 1));
        assertThat(same).as("the slot has one").isSameAs(second);
        assertThat(coordinator.gathered(same)).as("a participant has to hear of it").isNull();

        DecisionBatch batch = decisions();
        assertThat(participants(batch, 0)).containsExactly(5);
        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("10 ABORT", "20 COMMIT");
    }

    @Test
    void resultHasWhatWasGatheredUpToTheDecision() {
        Attempt<List<String>> first = coordinator.fragment(1, 10, HALF, null);
        first.payload().add("a");
        first.addParticipant(5);
        coordinator.gathered(first);
        report(2, 20, Weight.WHOLE, Vote.RETRY, 5);
        coordinator.fragment(1, 10, HALF, null).payload().add("b");
        coordinator.gathered(first);
        Settled<String> settled = coordinator.settle(0);
        DecisionBatch batch = settled.decisions();

        assertThat(settled.toLog().result(0)).isEqualTo("20 RETRY");
        assertThat(settled.toLog().result(1)).isEqualTo("10 COMMIT a b");
        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("20 RETRY", "10 COMMIT a b");
    }

    @Test
    void attemptWithoutParticipantsDoesNotWaitForOthers() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        report(2, 20, Weight.WHOLE, Vote.COMMIT);
        DecisionBatch batch = decisions();
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
        coordinator.gathered(reader);
        report(1, 10, HALF, Vote.COMMIT, 6);
        DecisionBatch batch = decisions();
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

        assertThat(isDecided(reader)).isFalse();
        report(1, 10, HALF, Vote.ABORT);
        DecisionBatch batch = decisions();
        coordinator.acknowledge(5, batch.number());
        assertThat(complete()).containsExactly("10 ABORT", "20 RETRY");
    }

    @Test
    void attemptThatIsRefusedIsRepeatedAtOnce() {
        report(1, 10, HALF, Vote.COMMIT, 5);
        Attempt<List<String>> reader = coordinator.fragment(2, 20, Weight.WHOLE, null);
        coordinator.depends(reader, 5, 1, 10);
        reader.vote(Vote.RETRY);

        assertThat(isDecided(reader)).isTrue();
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
        DecisionBatch batch = decisions();
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
        DecisionBatch batch = decisions();

        assertThat(participants(batch, 0)).containsExactly(0, 64, 129);
        assertThat(participants(batch, 1)).containsExactly(63);
    }

    @Test
    void laterAcknowledgementCoversEarlierBatches() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        decisions();
        report(2, 20, Weight.WHOLE, Vote.ABORT, 5);
        coordinator.acknowledge(5, decisions().number());

        assertThat(complete()).containsExactly("10 COMMIT", "20 ABORT");
    }

    @Test
    void batchesCompleteInTheOrderOfTheirDecisions() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        long first = decisions().number();
        report(2, 20, Weight.WHOLE, Vote.COMMIT, 6);
        coordinator.acknowledge(6, decisions().number());
        assertThat(complete()).isEmpty();

        coordinator.acknowledge(5, first);
        assertThat(complete()).containsExactly("10 COMMIT", "20 COMMIT");
    }

    @Test
    void oldAcknowledgementTakesNothingBack() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        decisions();
        coordinator.acknowledge(5, 1);
        coordinator.acknowledge(5, 0);

        assertThat(complete()).containsExactly("10 COMMIT");
    }

    @Test
    void slotStartsAfreshWithItsNextAttempt() {
        report(1, 10, Weight.WHOLE, Vote.RETRY, 5);
        coordinator.acknowledge(5, decisions().number());
        complete();
        completed.clear();
        report(1, 30, Weight.WHOLE, Vote.COMMIT);

        assertThat(complete()).containsExactly("30 COMMIT");
    }

    @Test
    void slotOfARefusedAttemptIsTakenBeforeItsBatchIsComplete() {
        report(1, 10, Weight.WHOLE, Vote.COMMIT, 5);
        report(2, 20, Weight.WHOLE, Vote.RETRY);
        DecisionBatch first = decisions();
        assertThat(complete()).containsExactly("20 RETRY");
        report(2, 30, Weight.WHOLE, Vote.COMMIT, 6);
        DecisionBatch second = decisions();
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
        coordinator.acknowledge(5, decisions().number());

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
        complete();
        completed.clear();

        assertThat(report(1, 10, HALF, Vote.COMMIT)).isTrue();
        assertThat(complete()).containsExactly("10 COMMIT");
    }

    @Test
    void manyDecisionsFitIntoOneBatch() {
        CommitCoordinator<List<String>, String> large = withoutLog(100);
        for (int i = 0; i < 100; i++) {
            Attempt<List<String>> attempt = large.fragment(i, 1000 + i, Weight.WHOLE, null);
            attempt.addParticipant(i);
            large.gathered(attempt);
        }
        DecisionBatch batch = large.settle(0).decisions();

        assertThat(batch.size()).isEqualTo(100);
        assertThat(batch.timestamp(99)).isEqualTo(1099);
        assertThat(participants(batch, 99)).containsExactly(99);
    }

    // ------------------------------------------------------------------ functions in open

    @Test
    void attemptWhoseFunctionWaitsGoesOnInsteadOfBeingDecided() {
        assertThat(answer(1, 10, HALF, Vote.COMMIT)).isFalse();
        assertThat(coordinator.takeGathered()).isEmpty();
        assertThat(report(1, 10, HALF, Vote.COMMIT, 5)).isFalse();

        assertThat(coordinator.takeGathered()).extracting(Attempt::timestamp).containsExactly(10L);
        assertThat(coordinator.takeGathered()).as("not once more").isEmpty();
        assertThat(decisions()).isNull();
    }

    /** Who has held something in the first pass hears of the decision, too. */
    @Test
    void secondPassIsDecidedWhenTheWholeWeightHasComeAgain() {
        report(1, 10, HALF, Vote.COMMIT, 5);
        answer(1, 10, HALF, Vote.COMMIT);
        assertThat(report(1, 10, HALF, Vote.COMMIT, 6)).isFalse();
        assertThat(report(1, 10, HALF, Vote.COMMIT)).isTrue();

        assertThat(participants(decisions(), 0)).containsExactly(5, 6);
    }

    @Test
    void voteInTheSecondPassDecides() {
        answer(1, 10, Weight.WHOLE, Vote.COMMIT);
        assertThat(report(1, 10, Weight.WHOLE, Vote.ABORT)).isTrue();

        assertThat(complete()).containsExactly("10 ABORT");
    }

    @Test
    void voteAgainstTheFirstPassDecidesAtOnce() {
        answer(1, 10, HALF, Vote.COMMIT);
        assertThat(report(1, 10, HALF, Vote.RETRY)).isTrue();
        report(2, 20, HALF, Vote.ABORT);
        assertThat(answer(2, 20, HALF, Vote.COMMIT)).isTrue();

        assertThat(coordinator.takeGathered()).as("no function is called").isEmpty();
        assertThat(complete()).containsExactly("10 RETRY", "20 ABORT");
    }

    @Test
    void moreThanTheWholeOfTheSecondPassIsRejected() {
        answer(1, 10, Weight.WHOLE, Vote.COMMIT);
        report(1, 10, HALF, Vote.COMMIT);

        assertThatThrownBy(() -> report(1, 10, Weight.WHOLE, Vote.COMMIT))
                .isInstanceOf(ProtocolException.class);
    }

    /** Only its second pass has no function. */
    @Test
    void slotOfSuchAnAttemptStartsAfresh() {
        answer(1, 10, Weight.WHOLE, Vote.COMMIT);
        report(1, 10, Weight.WHOLE, Vote.COMMIT);
        answer(1, 30, HALF, Vote.COMMIT);
        assertThat(report(1, 30, HALF, Vote.COMMIT)).isFalse();
        assertThat(coordinator.takeGathered()).hasSize(2);

        assertThat(report(1, 30, Weight.WHOLE, Vote.COMMIT)).isTrue();
        assertThat(complete()).containsExactly("10 COMMIT", "30 COMMIT");
    }

    private boolean answer(int slot, long timestamp, long weight, Vote vote) {
        Attempt<List<String>> attempt = coordinator.fragment(slot, timestamp, weight, null);
        attempt.vote(vote);
        attempt.awaitFunction();
        return isDecided(attempt);
    }

    // ------------------------------------------------------------------ parts

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
        return isDecided(attempt);
    }

    private boolean isDecided(Attempt<List<String>> attempt) {
        coordinator.gathered(attempt);
        return attempt.decision != null;
    }

    private DecisionBatch decisions() {
        Settled<String> settled = coordinator.settle(0);
        completed.addAll(settled.takeResults());
        return settled.decisions();
    }

    private List<String> complete() {
        completed.addAll(coordinator.settle(0).takeResults());
        return completed;
    }

    private static String result(Attempt<List<String>> attempt, Decision decision) {
        String start = attempt.timestamp() + " " + decision;
        return Stream.concat(Stream.of(start), attempt.payload().stream()).collect(joining(" "));
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
