/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The last vote about an attempt is passed on from operator to operator, and decides. */
class LastVoteTest {
    private static final long HALF = Weight.WHOLE / 2;

    private static final long EMITS_AND_ABORTS = -2;

    /** Emits an element so many times; aborts below 0, after a write. */
    private static void emit(long times, ValueAccess<Long> value, StateContext<Long> transaction) {
        value.set(value.get() + 1);
        if (times == EMITS_AND_ABORTS) {
            transaction.emit(value.get());
        }
        if (times < 0) {
            transaction.abort("negative");
        }
        for (int i = 0; i < times; i++) {
            transaction.emit(value.get());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCK_BASED", "TIMESTAMP_BASED"})
    void oneElementOfAWholeAttemptIsTheLast(ConcurrencyControl control) throws Exception {
        try (OpenedState first = first(control)) {
            first.receive(0, 10, 1);

            assertThat(sentOn(first)).containsExactly(true);
            assertThat(first.takeReports(0))
                    .singleElement()
                    .satisfies(
                            report -> {
                                assertThat(report.vote()).isEqualTo(Vote.COMMIT);
                                assertThat(report.isHeld()).isTrue();
                            });
        }
    }

    @Test
    void ofTwoElementsNeitherIs() throws Exception {
        try (OpenedState first = first(ConcurrencyControl.LOCK_BASED)) {
            first.receive(0, 10, 2);

            assertThat(sentOn(first)).containsExactly(false, false);
        }
    }

    @Test
    void ofAnAbortNothingIs() throws Exception {
        try (OpenedState first = first(ConcurrencyControl.LOCK_BASED)) {
            first.receive(0, 10, EMITS_AND_ABORTS);

            assertThat(sentOn(first)).doesNotContain(true);
            assertThat(first.takeReports(0)).anyMatch(report -> report.vote() == Vote.ABORT);
        }
    }

    @Test
    void ofAPartOfAnAttemptNoElementIs() throws Exception {
        try (OpenedState first = first(ConcurrencyControl.LOCK_BASED)) {
            CoordinatorToParticipant block = OpenedState.header();
            OpenedState.add(block, 0, 10, HALF, 1);
            first.receive(block);

            assertThat(sentOn(first)).containsExactly(false);
        }
    }

    @Test
    void lastOneIsPassedOn() throws Exception {
        try (OpenedState second = first(ConcurrencyControl.LOCK_BASED)) {
            second.receive(last(0, 10, 1));

            assertThat(sentOn(second)).containsExactly(true);
        }
    }

    /** The attempt is decided after the one whose value it has seen. */
    @Test
    void afterATentativeValueNoElementIs() throws Exception {
        try (OpenedState first = first(ConcurrencyControl.LOCK_BASED)) {
            first.receive(0, 10, 1);
            first.receive(1, 11, 1);

            assertThat(sentOn(first)).containsExactly(true, false);
            assertThat(first.takeReports(1)).anyMatch(SentFragment::isDependent);
        }
    }

    /** Where nobody speculates, the access waits. */
    @Test
    void elementOfAnAccessThatHasWaitedIsTheLastToo() throws Exception {
        try (OpenedState first =
                new OpenedState(
                        FirstOfTwo.plan(
                                IsolationLevel.PL4,
                                ConcurrencyControl.LOCK_BASED,
                                AccessMode.UPDATE,
                                LastVoteTest::emit))) {
            CoordinatorToParticipant block = OpenedState.header();
            OpenedState.add(block, 0, 10, Weight.WHOLE, 1);
            OpenedState.add(block, 1, 11, Weight.WHOLE, 1);
            block.promise(12);
            first.receive(block);
            assertThat(sentOn(first)).containsExactly(true);

            first.decide(0, 10, Decision.COMMIT);
            assertThat(sentOn(first)).containsExactly(true);
        }
    }

    @Test
    void whoVotesLastDecides() throws Exception {
        try (OpenedState only = only()) {
            only.receive(last(0, 10, 1));
            assertIsDecided(only, 0, Vote.COMMIT);

            only.receive(last(1, 11, -1));
            assertIsDecided(only, 1, Vote.ABORT);

            only.receive(last(2, 12, 1));
            assertIsDecided(only, 2, Vote.COMMIT);
        }
    }

    @Test
    void whoIsNotTheLastWaitsForTheDecision() throws Exception {
        try (OpenedState only = only()) {
            CoordinatorToParticipant block = OpenedState.header();
            OpenedState.add(block, 0, 10, HALF, 1);
            only.receive(block);

            assertThat(only.takeReports(0)).anyMatch(SentFragment::isHeld);
        }
    }

    /** Else one attempt that holds the key makes all behind it hold it. */
    @Test
    void whoHasWaitedDecidesWhenGranted() throws Exception {
        try (OpenedState only =
                new OpenedState(
                        FirstOfTwo.only(
                                IsolationLevel.PL4,
                                ConcurrencyControl.LOCK_BASED,
                                AccessMode.UPDATE,
                                LastVoteTest::emit))) {
            CoordinatorToParticipant block = OpenedState.header();
            OpenedState.add(block, 0, 10, HALF, 1);
            OpenedState.add(block, 1, 11, HALF, 2);
            OpenedState.add(block, 2, 12, Weight.WHOLE, 1);
            block.fragments().markLast(1);
            OpenedState.add(block, 3, 13, HALF, 1);
            block.promise(14);
            only.receive(block);
            assertThat(only.takeReports(0)).anyMatch(SentFragment::isHeld);

            only.decide(0, 10, Decision.COMMIT);

            List<SentFragment> reports = new ArrayList<>();
            only.takeToClose().forEach(sent -> reports.addAll(SentFragment.of(sent.fragments())));
            assertThat(reports).extracting(SentFragment::slot).contains(1, 2, 3);
            assertThat(reports)
                    .filteredOn(SentFragment::isHeld)
                    .extracting(SentFragment::slot)
                    .containsExactly(3);
        }
    }

    private static OpenedState first(ConcurrencyControl control) throws Exception {
        return new OpenedState(
                FirstOfTwo.plan(
                        IsolationLevel.PL3, control, AccessMode.UPDATE, LastVoteTest::emit));
    }

    private static OpenedState only() throws Exception {
        return new OpenedState(FirstOfTwo.only(AccessMode.UPDATE, LastVoteTest::emit));
    }

    private static CoordinatorToParticipant last(int slot, long timestamp, long element)
            throws Exception {
        CoordinatorToParticipant block = OpenedState.header();
        OpenedState.add(block, slot, timestamp, HALF, element);
        block.fragments().markLast(0);
        return block;
    }

    private static void assertIsDecided(OpenedState state, int slot, Vote vote) {
        List<SentFragment> reports = state.takeReports(slot);
        assertThat(reports).isNotEmpty().noneMatch(SentFragment::isHeld);
        assertThat(reports).anyMatch(report -> report.vote() == vote);
    }

    /** Of each element that was sent on: whether it is the last one of its attempt. */
    private static List<Boolean> sentOn(OpenedState state) {
        List<Boolean> last = new ArrayList<>();
        for (ParticipantToParticipant block : state.takeSentOn()) {
            FragmentRows fragments = block.fragments();
            for (int row = 0; row < fragments.size(); row++) {
                last.add(fragments.isLast(row));
            }
        }
        return last;
    }
}
