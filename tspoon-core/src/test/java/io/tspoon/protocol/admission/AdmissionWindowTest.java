/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow.Inside;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static io.tspoon.protocol.admission.AdmissionWindow.ATTEMPTS_BEFORE_PRIORITY;
import static io.tspoon.protocol.admission.AdmissionWindow.NO_PRIORITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AdmissionWindowTest {
    private static final long NANOS = 1_234;

    private final AdmissionWindow<String> window = new AdmissionWindow<>(2);
    private final Map<Transaction<String>, Integer> slots = new HashMap<>();
    private final Map<Transaction<String>, Long> timestamps = new HashMap<>();
    private long clock = 100;

    @Test
    void fullWindowAdmitsNobody() {
        start("a");
        assertThat(window.mayAdmit(NO_PRIORITY)).isTrue();
        start("b");

        assertThat(window.mayAdmit(NO_PRIORITY)).isFalse();
        assertThat(window.inFlight()).isEqualTo(2);
    }

    @Test
    void placeIsFreeOnceTheDecisionIsApplied() {
        Transaction<String> a = start("a");
        start("b");
        decide(a, Decision.COMMIT);
        assertThat(window.mayAdmit(NO_PRIORITY)).isFalse();

        assertThat(window.release(slot(a))).isTrue();
        assertThat(window.mayAdmit(NO_PRIORITY)).isTrue();
    }

    @Test
    void windowThatWasFullBeginsNothingBeforeAQuarterIsDecided() {
        AdmissionWindow<String> wide = new AdmissionWindow<>(8);
        List<Integer> wideSlots = fill(wide, 8);
        long first = clock - 7;

        wide.decided(wideSlots.get(0), first, Decision.RETRY);
        assertThat(wide.pollRetry(NO_PRIORITY)).isNull();
        wide.decided(wideSlots.get(1), first + 1, Decision.COMMIT);
        wide.release(wideSlots.get(1));

        assertThat(wide.mayAdmit(NO_PRIORITY)).isTrue();
        assertThat(wide.pollRetry(NO_PRIORITY)).extracting(Transaction::element).isEqualTo("t0");
    }

    /** Its end is told before its slot is released. */
    @Test
    void callsBeginWhereOthersHaveEndedWhoseSlotsAreNotReleasedYet() {
        int calls = 3;
        AdmissionWindow<String> full = new AdmissionWindow<>(1, calls);
        fill(full, 1);
        List<Integer> ended = fillCalls(full, calls);
        assertThat(full.mayAdmitCall(NO_PRIORITY)).isFalse();
        for (int i = 0; i < calls; i++) {
            full.callEnded();
        }

        List<Integer> begun = fillCalls(full, calls);

        assertThat(begun).doesNotContainAnyElementsOf(ended);
        assertThat(full.mayAdmitCall(NO_PRIORITY)).isFalse();
        ended.forEach(full::release);
        assertThat(full.inFlight()).isEqualTo(1 + calls);
    }

    private List<Integer> fillCalls(AdmissionWindow<String> empty, int count) {
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int slot = empty.begin(empty.admitCall("call" + i, "", NANOS));
            empty.stamp(slot, ++clock);
            taken.add(slot);
        }
        return taken;
    }

    /** A storm of timers is as many transactions in flight, and elements and calls go on. */
    @Test
    void timersHavePlacesOfTheirOwn() {
        int timers = 3;
        AdmissionWindow<String> stormy = new AdmissionWindow<>(1, 1, timers, 0);
        List<Integer> taken = fillTimers(stormy, timers);
        assertThat(stormy.mayAdmit(Inside.TIMER, NO_PRIORITY)).isFalse();
        assertThat(stormy.mayAdmit(NO_PRIORITY)).isTrue();
        assertThat(stormy.mayAdmitCall(NO_PRIORITY)).isTrue();

        stormy.decidedUpTo(clock);
        assertThat(stormy.mayAdmit(Inside.TIMER, NO_PRIORITY)).isFalse();
        stormy.release(taken.get(1));

        assertThat(stormy.mayAdmit(Inside.TIMER, NO_PRIORITY)).isTrue();
        assertThat(fillTimers(stormy, 1)).hasSize(1);
        assertThat(stormy.mayAdmit(Inside.TIMER, NO_PRIORITY)).isFalse();
    }

    @Test
    void elementsAndCallsLeaveTimersTheirPlaces() {
        AdmissionWindow<String> full = new AdmissionWindow<>(2, 1, 1, 0);
        fill(full, 2);
        fillCalls(full, 1);
        assertThat(full.mayAdmit(Inside.TIMER, NO_PRIORITY)).isTrue();

        int slot = fillTimers(full, 1).get(0);

        assertThat(full.mayAdmit(NO_PRIORITY)).isFalse();
        assertThat(full.mayAdmitCall(NO_PRIORITY)).isFalse();
        full.decidedUpTo(clock);
        full.release(slot);
        assertThat(full.mayAdmit(NO_PRIORITY)).as("what a timer leaves is no element's").isFalse();
        assertThat(full.mayAdmit(Inside.TIMER, NO_PRIORITY)).isTrue();
    }

    private List<Integer> fillTimers(AdmissionWindow<String> empty, int count) {
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int slot = empty.begin(empty.admit(Inside.TIMER, "timer" + i, "", NANOS));
            empty.stamp(slot, ++clock);
            taken.add(slot);
        }
        return taken;
    }

    @Test
    void abortedTransactionGivesItsPlaceBack() {
        Transaction<String> a = start("a");
        decide(a, Decision.ABORT);

        assertThat(window.release(slot(a))).isTrue();
        assertThat(window.inFlight()).isZero();
    }

    @Test
    void attemptThatNobodyHearsADecisionOfIsOverWithItsRelease() {
        Transaction<String> a = start("a");
        start("b");

        assertThat(window.release(slot(a))).isTrue();
        assertThat(window.inFlight()).isEqualTo(1);
        assertThat(window.lowTimestamp(clock)).as("before b").isEqualTo(clock - 1);
        assertThat(window.mayAdmit(NO_PRIORITY)).isTrue();
    }

    @Test
    void priorityEndsWithTheReleaseOfAnAttemptThatNobodyHearsADecisionOf() {
        Transaction<String> a = starve("a");
        begin(window.pollRetry(window.priority()));
        assertThat(window.priority()).isEqualTo(a.id());

        assertThat(window.release(slot(a))).isTrue();
        assertThat(window.priority()).isEqualTo(NO_PRIORITY);
    }

    @Test
    void windowThatWasFullCountsReleasesThatNobodyHearsADecisionOf() {
        AdmissionWindow<String> wide = new AdmissionWindow<>(8);
        List<Integer> wideSlots = fill(wide, 8);
        wide.release(wideSlots.get(0));
        assertThat(wide.mayAdmit(NO_PRIORITY)).as("a quarter is two").isFalse();

        wide.release(wideSlots.get(1));
        assertThat(wide.mayAdmit(NO_PRIORITY)).isTrue();
    }

    /** The table of transactions is copied now and then. */
    @Test
    void transactionIsKnownWhileManyOthersComeAndGo() {
        Transaction<String> a = start("a");
        for (int i = 0; i <= 1 << 17; i++) {
            window.release(slot(start("other")));
        }
        assertThat(window.oldestInFlight()).isSameAs(a);
        decide(a, Decision.RETRY);

        assertThat(window.release(slot(a))).isFalse();
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(a);
    }

    @Test
    void freeSlotIsNotReleasedAgain() {
        Transaction<String> a = start("a");
        window.release(slot(a));

        assertThatThrownBy(() -> window.release(slot(a)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("slot=" + slot(a));
    }

    @Test
    void retriedTransactionKeepsItsIdAndElement() {
        Transaction<String> a = start("a");
        decide(a, Decision.RETRY);
        long id = a.id();
        Transaction<String> again = window.pollRetry(NO_PRIORITY);

        assertThat(again).isSameAs(a);
        begin(again);
        decide(again, Decision.RETRY);
        assertThat(id).isNotEqualTo(Timestamps.NONE);
        assertThat(again.id()).isEqualTo(id);
        assertThat(again.element()).isEqualTo("a");
        assertThat(again.attempts()).isEqualTo(2);
    }

    @Test
    void slotIsNotUsedAgainBeforeItsDecisionIsApplied() {
        Transaction<String> a = start("a");
        int slot = slot(a);
        decide(a, Decision.RETRY);
        begin(window.pollRetry(NO_PRIORITY));

        assertThat(slot(a)).isNotEqualTo(slot);
        assertThat(window.release(slot)).isFalse();
        assertThat(window.inFlight()).isEqualTo(1);
    }

    @Test
    void retryWaitsForAFreeSlot() {
        Transaction<String> a = start("a");
        Transaction<String> b = start("b");
        int slot = slot(a);
        retry(a);
        retry(b);
        decide(a, Decision.RETRY);

        assertThat(window.pollRetry(NO_PRIORITY)).isNull();
        window.release(slot);
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(a);
    }

    @Test
    void oldSlotOfADecidedTransactionDoesNotCompleteIt() {
        Transaction<String> a = start("a");
        int slot = slot(a);
        retry(a);
        decide(a, Decision.COMMIT);

        assertThat(window.release(slot)).isFalse();
        assertThat(window.release(slot(a))).isTrue();
    }

    @Test
    void lowTimestampIsBelowTheOldestUndecidedAttempt() {
        assertThat(window.lowTimestamp(clock)).isEqualTo(clock);
        Transaction<String> a = start("a");
        long first = clock;
        Transaction<String> b = start("b");
        assertThat(window.lowTimestamp(clock)).isEqualTo(first - 1);
        assertThat(window.oldestUndecided()).isSameAs(a);

        decide(a, Decision.COMMIT);
        assertThat(window.lowTimestamp(clock)).isEqualTo(clock - 1);
        decide(b, Decision.COMMIT);
        assertThat(window.lowTimestamp(clock)).isEqualTo(clock);
    }

    @Test
    void decisionsMayComeInAnyOrder() {
        Transaction<String> a = start("a");
        long first = clock;
        Transaction<String> b = start("b");
        decide(b, Decision.COMMIT);

        assertThat(window.lowTimestamp(clock)).isEqualTo(first - 1);
        decide(a, Decision.COMMIT);
        assertThat(window.lowTimestamp(clock)).isEqualTo(clock);
    }

    @Test
    void decisionOfAnotherAttemptIsRejected() {
        Transaction<String> a = start("a");

        assertThatThrownBy(() -> window.decided(slot(a), clock - 1, Decision.COMMIT))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("slot=" + slot(a));
    }

    @Test
    void transactionRefusedTooOftenAsksForPriority() {
        Transaction<String> a = starve("a");

        assertThat(window.priority()).isEqualTo(a.id());
        assertThat(window.mayAdmit(NO_PRIORITY)).isFalse();
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(a);
        assertThat(window.priority()).isEqualTo(a.id());
    }

    @Test
    void nobodyElseBeginsWhileOneHasPriority() {
        Transaction<String> b = start("b");
        Transaction<String> a = starve("a");
        decide(b, Decision.RETRY);
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(a);

        assertThat(window.pollRetry(a.id())).isNull();
        begin(a);
        decide(a, Decision.COMMIT);
        assertThat(window.priority()).isEqualTo(NO_PRIORITY);
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(b);
    }

    @Test
    void priorityOfAnotherCoordinatorStopsAllBeginnings() {
        Transaction<String> a = start("a");
        decide(a, Decision.RETRY);

        assertThat(window.mayAdmit(50)).isFalse();
        assertThat(window.pollRetry(50)).isNull();
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(a);
    }

    @Test
    void lowestIdHasPriority() {
        Transaction<String> a = starve("a");

        assertThat(window.pollRetry(a.id() - 1)).isNull();
        assertThat(window.pollRetry(a.id() + 1)).isSameAs(a);
    }

    @Test
    void refusedTransactionKeepsItsPriority() {
        Transaction<String> a = starve("a");
        begin(window.pollRetry(NO_PRIORITY));
        decide(a, Decision.RETRY);

        assertThat(window.priority()).isEqualTo(a.id());
        assertThat(window.pollRetry(NO_PRIORITY)).isSameAs(a);
    }

    @Test
    void oldestInFlightIsTheFirstAdmitted() {
        assertThat(window.oldestInFlight()).isNull();
        assertThat(window.oldestNumber()).isEqualTo(Long.MAX_VALUE);
        assertThat(window.oldestNanos()).isZero();
        Transaction<String> a = start("a");
        Transaction<String> b = start("b");
        retry(a);
        assertThat(window.oldestInFlight()).isSameAs(a);
        assertThat(window.oldestNumber()).isEqualTo(1);

        decide(a, Decision.COMMIT);
        window.release(slot(a));
        assertThat(window.oldestInFlight()).isSameAs(b);
        assertThat(window.oldestNumber()).isEqualTo(b.number()).isEqualTo(2);
        assertThat(window.oldestNanos()).isEqualTo(NANOS);
        assertThat(window.admitted()).isEqualTo(2);
    }

    @Test
    void oldestInFlightIsNamedByItsFirstAttemptWhateverBecameOfThat() {
        Transaction<String> a = window.admit("a", "", NANOS);
        int slot = window.begin(a);
        assertThat(window.oldestInFlight().id()).isEqualTo(Timestamps.NONE);

        window.stamp(slot, 101);
        assertThat(a.id()).isEqualTo(Timestamps.NONE);
        assertThat(window.oldestInFlight().id()).isEqualTo(101);
    }

    @Test
    void attemptThatWasNotSentHasNothingOfTheOneBeforeInItsSlot() {
        Transaction<String> a = start("a");
        int slot = slot(a);
        decide(a, Decision.COMMIT);
        window.release(slot);

        assertThat(window.begin(window.admit("b", "", NANOS))).isEqualTo(slot);

        assertThat(window.oldestInFlight().id()).isEqualTo(Timestamps.NONE);
    }

    @Test
    void oldestInFlightIsNamedWhenItIsDecidedAndNotComplete() {
        Transaction<String> a = start("a");

        decide(a, Decision.COMMIT);

        assertThat(window.oldestInFlight().id()).isEqualTo(timestamps.get(a));
    }

    @Test
    void oldestInFlightMayHaveNoSlotForAWhile() {
        Transaction<String> a = start("a");
        start("b");
        decide(a, Decision.RETRY);
        window.release(slot(a));

        assertThat(window.oldestInFlight()).isSameAs(a);
    }

    private List<Integer> fill(AdmissionWindow<String> empty, int capacity) {
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < capacity; i++) {
            int slot = empty.begin(empty.admit("t" + i, "", NANOS));
            empty.stamp(slot, ++clock);
            taken.add(slot);
        }
        return taken;
    }

    private Transaction<String> start(String element) {
        Transaction<String> transaction = window.admit(element, "", NANOS);
        begin(transaction);
        return transaction;
    }

    private void begin(Transaction<String> transaction) {
        int slot = window.begin(transaction);
        window.stamp(slot, ++clock);
        slots.put(transaction, slot);
        timestamps.put(transaction, clock);
    }

    /** The slot of the newest attempt. */
    private int slot(Transaction<String> transaction) {
        return slots.get(transaction);
    }

    /** Decides the newest attempt. */
    private void decide(Transaction<String> transaction, Decision decision) {
        window.decided(slot(transaction), timestamps.get(transaction), decision);
    }

    private void retry(Transaction<String> transaction) {
        decide(transaction, Decision.RETRY);
        begin(window.pollRetry(NO_PRIORITY));
    }

    private Transaction<String> starve(String element) {
        Transaction<String> transaction = start(element);
        for (int i = 1; i < ATTEMPTS_BEFORE_PRIORITY; i++) {
            int slot = slot(transaction);
            retry(transaction);
            window.release(slot);
        }
        int slot = slot(transaction);
        decide(transaction, Decision.RETRY);
        window.release(slot);
        return transaction;
    }
}
