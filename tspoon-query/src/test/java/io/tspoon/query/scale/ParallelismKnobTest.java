/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.testing.FakeFlink;
import io.tspoon.query.testing.SteppedTime;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What becomes of a change while time passes, and of others beside it. */
class ParallelismKnobTest {
    private static final String JOB = FakeFlink.JOB;
    private static final String MARK = " [t-graph bank, slots bank]";
    private static final List<String> GRAPH = List.of("open", "state", "close");

    /** Enough for a change that is not held up. */
    private static final long SOON_MS = 5_000;

    private static final long POLL_MS = 100;

    private final SteppedTime time = new SteppedTime();
    private FakeFlink flink;
    private ParallelismKnob knob;

    @BeforeEach
    void start() throws Exception {
        flink = FakeFlink.start();
        GRAPH.forEach(vertex -> flink.vertex(vertex, "bank: " + vertex + MARK, 64));
        flink.vertex("sink", "Sink: Writer", 128);
        knob = knob();
    }

    private ParallelismKnob knob() {
        return new ParallelismKnob(flink.direct(), time, time::nowMs);
    }

    @AfterEach
    void stop() {
        flink.close();
    }

    private Change change(int parallelism) {
        return change(knob, new Wanted(parallelism, false));
    }

    private static Change change(ParallelismKnob knob, Wanted wanted) {
        Change begun = knob.change(JOB, "bank", wanted).join().change();
        assertThat(begun).isNotNull();
        return begun;
    }

    private QueryException refusal(int parallelism) {
        Throwable failure =
                catchThrowableOfType(CompletionException.class, () -> change(parallelism))
                        .getCause();
        assertThat(failure).isInstanceOf(QueryException.class);
        return (QueryException) failure;
    }

    private Change last() {
        Change last = knob.find(JOB, "bank").join().change();
        assertThat(last).isNotNull();
        return last;
    }

    private void othersSet(int upper) {
        GRAPH.forEach(vertex -> flink.move(vertex, upper));
    }

    /** As a client does whose answer was lost. */
    @Test
    void askedAgainItIsTheSameChange() {
        flink.waiting();
        Change first = change(4);

        assertThat(change(4).id()).isEqualTo(first.id());

        assertThat(flink.changes()).hasSize(1);
    }

    /** Such as of a gateway that was started anew. */
    @Test
    void changesThatNobodyFollowsAreTakenUp() {
        othersSet(4);

        change(4);
        time.pass(SOON_MS);

        assertThat(flink.changes()).isEmpty();
        assertThat(flink.checkpoints()).isEqualTo(1);
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(last().restarts()).isEqualTo(1);
    }

    @Test
    void changesOfOthersAreTakenBackButNotReplaced() {
        othersSet(4);
        assertThat(refusal(3).reason()).isEqualTo(FailureReason.CHANGE_UNDER_WAY);

        change(2);
        time.pass(SOON_MS);

        assertThat(flink.uppers()).containsEntry("state", 2);
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(last().restarts()).isZero();
    }

    @Test
    void ownChangesAreTakenBackUntilTheyBegin() {
        flink.waiting();
        Change first = change(4);
        assertThat(refusal(3)).hasMessageContaining(first.id());

        Change back = change(2);
        time.pass(SOON_MS);

        assertThat(last().id()).isEqualTo(back.id());
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(flink.uppers()).containsEntry("state", 2);
    }

    @Test
    void whatHasBegunIsNotTakenBack() {
        change(4);
        while (last().phase() == Change.Phase.CHECKPOINT) {
            time.pass(100);
        }
        assertThat(refusal(2).reason()).isEqualTo(FailureReason.CHANGE_UNDER_WAY);
    }

    @Test
    void changesThatWaitForSlotsAreReplaced() {
        flink.freeSlots(1);
        change(knob, new Wanted(20, true));
        time.pass(SOON_MS);
        assertThat(last().phase()).isEqualTo(Change.Phase.CHECKPOINT);
        flink.freeSlots(3);

        Change second = change(5);
        time.pass(Duration.ofSeconds(15).toMillis());

        assertThat(last().id()).isEqualTo(second.id());
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(flink.uppers()).containsEntry("state", 5);
    }

    /** Nobody triggers checkpoints for a change that was replaced. */
    @Test
    void changesThatWereReplacedAreFollowedNoLonger() {
        flink.waiting();
        change(4);
        change(2);
        time.pass(SOON_MS);
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        int asked = flink.detailsAsked();

        time.pass(Duration.ofMinutes(5).toMillis());

        assertThat(flink.detailsAsked()).isEqualTo(asked);
        assertThat(flink.checkpoints()).isZero();
    }

    @Test
    void boundsThatWereSetWithoutAnAnswerAreFollowed() {
        flink.losingTheNextAnswer();

        change(4);
        time.pass(SOON_MS);

        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
    }

    /** As by Flink's web interface: Flink has only one number for each vertex. */
    @Test
    void aChangeWhoseBoundsOthersReplaceIsGivenUp() {
        flink.waiting();
        change(4);
        othersSet(3);
        assertThat(refusal(4)).hasMessageContaining("set to 3");

        time.pass(Duration.ofSeconds(15).toMillis());

        assertThat(last().phase()).isEqualTo(Change.Phase.FAILED);
        assertThat(last().detail()).isEqualTo("other bounds were set");
        assertThat(change(3).to()).isEqualTo(3);
    }

    /** There may be hundreds. */
    @Test
    void taskManagersAreAskedOnlyIfTheNumberOfSlotsHasChanged() {
        flink.freeSlots(0);
        change(knob, new Wanted(4, true));
        time.pass(SOON_MS);
        int asked = flink.taskManagersAsked();

        time.pass(Duration.ofMinutes(1).toMillis());
        assertThat(flink.taskManagersAsked()).isEqualTo(asked);

        flink.freeSlots(2);
        time.pass(SOON_MS);
        assertThat(flink.taskManagersAsked()).isEqualTo(asked + 1);
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
    }

    /** A checkpoint without slots changes nothing. */
    @Test
    void noCheckpointIsTriggeredBeforeSlotsCome() {
        flink.freeSlots(0);
        change(knob, new Wanted(4, true));
        time.pass(Duration.ofMinutes(3).toMillis());
        assertThat(flink.checkpoints()).isZero();

        flink.freeSlots(2);
        time.pass(SOON_MS);

        assertThat(flink.checkpoints()).isEqualTo(1);
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
    }

    @Test
    void slotsThatComeOneByOneAreTakenOneByOne() {
        flink.freeSlots(0);
        change(knob, new Wanted(9, true));
        for (int more = 0; more < 7; more++) {
            flink.freeSlots(1);
            time.pass(Duration.ofSeconds(45).toMillis());
        }
        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(last().restarts()).isEqualTo(7);
    }

    /** Its master may only be replaced. */
    @Test
    void aJobThatIsNotListedForAMomentHasNotEnded() {
        flink.waiting();
        change(4);
        flink.absent(true);
        time.pass(Duration.ofSeconds(20).toMillis());
        assertThat(last().isOver()).isFalse();
        flink.absent(false).status("SUSPENDED");
        time.pass(Duration.ofSeconds(20).toMillis());
        assertThat(last().isOver()).isFalse();

        flink.status("RUNNING");
        flink.takeOver();
        time.pass(SOON_MS);

        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
    }

    @Test
    void aJobThatStaysAwayHasEnded() {
        flink.waiting();
        change(4);
        flink.absent(true);
        time.pass(Duration.ofSeconds(70).toMillis());
        assertThat(last().detail()).isEqualTo("the job has ended");
    }

    /** Another JobManager counts the attempts of tasks from 0. */
    @Test
    void restartsAreNeverNegative() {
        change(4);
        time.pass(SOON_MS);
        flink.waiting();
        change(3);

        flink.takeOver();
        time.pass(SOON_MS);

        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(last().restarts()).isZero();
    }

    /** Flink tells when the tasks were started. */
    @Test
    void aStartThatNobodySawIsAmongThePhases() {
        flink.quick();
        change(4);
        time.pass(POLL_MS);
        flink.upFor(Duration.ofMillis(20));
        time.pass(POLL_MS);

        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(last().passed())
                .containsExactly(
                        new Change.Passed(Change.Phase.CHECKPOINT, 2 * POLL_MS - 20),
                        new Change.Passed(Change.Phase.START, 20));
    }

    /** Flink keeps an answer for some seconds, also one that was right while the job started. */
    @Test
    void aJobThatIsShownAsItStartedHasNotStartedAnew() {
        flink.cached(200);
        change(4);
        time.pass(Duration.ofMinutes(1).toMillis());

        assertThat(last().phase()).isEqualTo(Change.Phase.DONE);
        assertThat(last().passed())
                .extracting(Change.Passed::phase)
                .containsExactly(Change.Phase.CHECKPOINT, Change.Phase.RESTART, Change.Phase.START);
        assertThat(flink.checkpoints()).isEqualTo(1);
    }

    /** Flink begins nothing then. The clock of the JobManager is another one. */
    @Test
    void noCheckpointIsTriggeredInTheCooldown() {
        flink.upFor(Duration.ofSeconds(10));
        change(4);
        time.pass(Duration.ofSeconds(19).toMillis());
        assertThat(flink.checkpoints()).isZero();

        time.pass(Duration.ofSeconds(2).toMillis());

        assertThat(flink.checkpoints()).isEqualTo(1);
    }
}
