/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.access.ParticipantFixture.TestAccess;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LockingTest {
    private final ParticipantFixture operator = new ParticipantFixture(new Locking<>());

    @Test
    void freeKeyIsGranted() {
        assertThat(operator.update("k", 5).admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(operator.held()).isEqualTo(1);
    }

    @Test
    void laterWriterWaitsForTheHolder() {
        operator.update("k", 5).writes("five");
        TestAccess later = operator.update("k", 7);
        assertThat(later.admittance()).isEqualTo(Admittance.WAITING);

        operator.commit(5);
        assertThat(operator.events()).containsExactly("installed k", "granted 7");
        assertThat(later.read()).isEqualTo("five");
    }

    @Test
    void olderWriterIsRefused() {
        operator.update("k", 5);
        TestAccess older = operator.update("k", 4);

        assertThat(older.admittance()).isEqualTo(Admittance.REFUSED);
        assertThat(older.conflict()).isEqualTo(5);
        assertThat(older.isHeld()).isFalse();
    }

    @Test
    void olderReaderIsRefusedByAWriter() {
        operator.write("k", 5);

        assertThat(operator.read("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void olderWriterIsRefusedByAReader() {
        operator.read("k", 5);

        assertThat(operator.write("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void olderWriterIsRefusedEvenAfterTheRelease() {
        operator.update("k", 5).writes("five");
        operator.commit(5);

        assertThat(operator.update("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void olderWriterIsRefusedEvenAfterAnAbort() {
        operator.update("k", 5);
        operator.abort(5);

        assertThat(operator.update("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void readersShareAKeyInAnyOrder() {
        operator.read("k", 5);

        assertThat(operator.read("k", 4).admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(operator.read("k", 6).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void writerWaitsForAllReaders() {
        operator.read("k", 4);
        operator.read("k", 5);
        operator.write("k", 6);
        operator.commit(5);
        assertThat(operator.events()).isEmpty();

        operator.commit(4);
        assertThat(operator.events()).containsExactly("granted 6");
    }

    @Test
    void waitingAccessesAreGrantedInTimestampOrder() {
        operator.update("k", 5);
        operator.update("k", 9);
        operator.update("k", 7);
        operator.read("k", 8);

        operator.commit(5);
        assertThat(operator.events()).containsExactly("granted 7");
        operator.commit(7);
        assertThat(operator.events()).containsExactly("granted 8");
        operator.commit(8);
        assertThat(operator.events()).containsExactly("granted 9");
    }

    @Test
    void waitingReadersAreGrantedTogether() {
        operator.update("k", 5);
        operator.read("k", 6);
        operator.read("k", 7);
        operator.update("k", 8);

        operator.commit(5);
        assertThat(operator.events()).containsExactly("granted 6", "granted 7");
    }

    @Test
    void readerDoesNotOvertakeAWaitingOlderWriter() {
        operator.read("k", 5);
        operator.update("k", 6);

        assertThat(operator.read("k", 7).admittance()).isEqualTo(Admittance.WAITING);
    }

    @Test
    void readerPassesAWaitingYoungerWriter() {
        operator.read("k", 5);
        operator.update("k", 9);

        assertThat(operator.read("k", 7).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void secondElementOnTheKeyJoinsTheLock() {
        operator.update("k", 5).writes("five");
        TestAccess second = operator.update("k", 5);

        assertThat(second.admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(second.read()).isEqualTo("five");
        assertThat(second.readsOwnWrite()).isTrue();
        assertThat(operator.held()).isEqualTo(1);
    }

    @Test
    void readerBecomesWriter() {
        operator.read("k", 5);
        operator.update("k", 5).writes("five");
        operator.commit(5);

        assertThat(operator.installed("k")).isEqualTo("five");
    }

    @Test
    void readerThatBecomesWriterIsRefusedByAYoungerReader() {
        operator.read("k", 5);
        operator.read("k", 6);

        assertThat(operator.update("k", 5).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void readerThatBecomesWriterWaitsForAnOlderReader() {
        operator.read("k", 4);
        operator.read("k", 5);
        assertThat(operator.update("k", 5).admittance()).isEqualTo(Admittance.WAITING);

        operator.commit(4);
        assertThat(operator.events()).containsExactly("granted 5");
    }

    @Test
    void elementsOfOneTransactionStayInOrderWhileTheyWait() {
        operator.update("k", 4);
        TestAccess first = operator.update("k", 5);
        TestAccess second = operator.read("k", 5);
        assertThat(second.admittance()).isEqualTo(Admittance.WAITING);

        operator.commit(4);
        assertThat(operator.events()).containsExactly("granted 5", "granted 5");
        assertThat(first.isHeld() && second.isHeld()).isTrue();
    }

    @Test
    void nothingIsInstalledBeforeTheDecision() {
        operator.update("k", 5).writes("five");

        assertThat(operator.installed("k")).isEqualTo("initial");
    }

    @Test
    void abortInstallsNothing() {
        operator.update("k", 5).writes("five");
        operator.abort(5);

        assertThat(operator.installed("k")).isEqualTo("initial");
        assertThat(operator.held()).isZero();
    }

    @Test
    void decisionConcernsAllKeysOfTheAttempt() {
        operator.update("a", 5).writes("five");
        operator.update("b", 5).writes("five");
        operator.update("a", 6);
        operator.update("b", 6);
        operator.commit(5);

        assertThat(operator.installed("a")).isEqualTo("five");
        assertThat(operator.installed("b")).isEqualTo("five");
        assertThat(operator.events())
                .containsExactlyInAnyOrder("installed a", "installed b", "granted 6", "granted 6");
    }

    @Test
    void decisionOfAnUnknownAttemptIsIgnored() {
        operator.update("k", 5);
        operator.commit(6);
        operator.decide(5, 6, Decision.COMMIT);

        assertThat(operator.held()).isEqualTo(1);
    }

    @Test
    void readerMayNotWrite() {
        TestAccess reader = operator.read("k", 5);

        assertThatThrownBy(() -> reader.write("five"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("key=k, mode=READ");
    }

    @Test
    void waitingAccessHoldsNothing() {
        operator.update("k", 5);
        TestAccess waiting = operator.update("k", 6);

        assertThat(waiting.admittance()).isEqualTo(Admittance.WAITING);
        assertThat(waiting.isHeld()).isFalse();
    }

    @Test
    void waitingAccessesOfAllKeysAreCounted() {
        operator.update("a", 5);
        operator.update("b", 5);
        assertThat(operator.waiting()).isZero();
        operator.update("a", 6);
        operator.update("a", 7);
        operator.update("b", 6);
        operator.update("b", 4); // is refused
        assertThat(operator.waiting()).isEqualTo(3);

        operator.commit(5);
        assertThat(operator.waiting()).isEqualTo(1);
        operator.abort(6);
        assertThat(operator.waiting()).isZero();
    }

    @Test
    void recordIsIdleOnceNothingIsHeldAndTheStableTimestampPasses() {
        operator.update("k", 5);
        assertThat(operator.record("k").isIdle(5)).isFalse();
        operator.commit(5);

        assertThat(operator.record("k").isIdle(4)).isFalse();
        assertThat(operator.record("k").isIdle(5)).isTrue();
    }
}
