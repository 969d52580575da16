/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.ParticipantFixture.TestAccess;
import io.tspoon.transaction.AccessMode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Accesses of one coordinator that see each other's tentative versions, while that pays. */
class SpeculatingTest {
    enum Mechanism {
        LOCKS,
        TIMESTAMPS;

        ParticipantFixture operator() {
            return new ParticipantFixture(create());
        }

        io.tspoon.protocol.access.Mechanism<String, String> create() {
            return new Speculating<>(
                    this == LOCKS ? new Locking<>() : new TimestampOrdering<>(),
                    Speculation.whileItPays());
        }
    }

    /** An access of the coordinator to which its timestamp belongs, of two. */
    private static final class OtherAccess extends Access<String, String> {
        OtherAccess(long timestamp) {
            prepare((int) timestamp & 1, (int) timestamp, timestamp, AccessMode.UPDATE);
        }
    }

    /** Two wait for another coordinator; the second one depends on what the first one writes. */
    @ParameterizedTest
    @EnumSource
    void wokenAccessSeesWhatTheOneBeforeItHasWritten(Mechanism mechanism) {
        Participant<String, String> participant =
                new Participant<>(2, ParticipantRules.of(mechanism.create()), installed -> {});
        KeyRecord<String, String> record = new KeyRecord<>("k", "initial");
        participant.submit(new OtherAccess(3), record);
        OtherAccess first = new OtherAccess(4);
        OtherAccess second = new OtherAccess(6);
        assertThat(participant.submit(first, record)).isEqualTo(Admittance.WAITING);
        assertThat(participant.submit(second, record)).isEqualTo(Admittance.WAITING);

        participant.decide(1, 3, 3, Decision.ABORT);
        assertThat(participant.nextWoken()).isSameAs(first);
        first.write("four");
        assertThat(participant.nextWoken()).isSameAs(second);

        assertThat(second.read()).isEqualTo("four");
        assertThat(second.sourceTimestamp()).isEqualTo(4);
        assertThat(participant.nextWoken()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void laterUpdateSeesTheTentativeVersionAndDependsOnIt(Mechanism mechanism) {
        ParticipantFixture operator = mechanism.operator();
        operator.update("k", 5).writes("five");
        TestAccess later = operator.update("k", 7);

        assertThat(later.admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(later.read()).isEqualTo("five");
        assertThat(later.isDependent()).isTrue();
        assertThat(later.sourceTimestamp()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void ownVersionThatDerivesFromATentativeOneIsSpeculativeWhenThatIsGone(Mechanism mechanism) {
        ParticipantFixture operator = mechanism.operator();
        operator.update("k", 5).writes("five");
        TestAccess first = operator.update("k", 7).writes("seven");
        operator.abort(5);
        TestAccess again = operator.update("k", 7);

        assertThat(first.isSpeculative()).isTrue();
        assertThat(again.read()).isEqualTo("seven");
        assertThat(again.isDependent()).isFalse();
        assertThat(again.isSpeculative()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void ownVersionThatDerivesFromASpeculativeElementIsSpeculative(Mechanism mechanism) {
        ParticipantFixture operator = mechanism.operator();
        TestAccess first = operator.update("k", 7);
        first.speculate();
        first.writes("seven");

        assertThat(operator.update("k", 7).isSpeculative()).isTrue();
        operator.commit(7);
        assertThat(operator.update("k", 9).isSpeculative()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void itGoesOnAfterOneVersionThatWasSeenIsDropped(Mechanism mechanism) {
        ParticipantFixture operator = mechanism.operator();

        long next = dropSeen(operator, 1);

        assertThat(laterUpdate(operator, next)).isEqualTo(Admittance.GRANTED);
    }

    @ParameterizedTest
    @EnumSource
    void itWaitsAfterTooManyWereDroppedUntilEnoughAreCommitted(Mechanism mechanism) {
        ParticipantFixture operator = mechanism.operator();

        long next = dropSeen(operator, Speculation.DROPS);

        assertThat(laterUpdate(operator, next)).isEqualTo(Admittance.WAITING);
        operator.commit(next);
        operator.commit(next + 1);
        long last = next + Speculation.PAUSE;
        for (long timestamp = next + 2; timestamp < last; timestamp++) {
            operator.update("other", timestamp).writes("other");
            operator.commit(timestamp);
        }
        assertThat(laterUpdate(operator, last)).isEqualTo(Admittance.GRANTED);
    }

    @ParameterizedTest
    @EnumSource
    void versionsThatNobodyHasSeenMayBeDropped(Mechanism mechanism) {
        ParticipantFixture operator = mechanism.operator();
        long timestamp = 1;
        for (; timestamp <= 2 * Speculation.DROPS; timestamp++) {
            operator.update("k", timestamp).writes("dropped");
            operator.abort(timestamp);
        }

        assertThat(laterUpdate(operator, timestamp)).isEqualTo(Admittance.GRANTED);
    }

    private static Admittance laterUpdate(ParticipantFixture operator, long timestamp) {
        operator.update("k", timestamp).writes("one");
        TestAccess later = operator.update("k", timestamp + 1);
        if (later.admittance() == Admittance.GRANTED) {
            later.writes("two");
        }
        return later.admittance();
    }

    /** Drops versions, each of which the next attempt has seen, and gives the next timestamp. */
    private static long dropSeen(ParticipantFixture operator, int versions) {
        long timestamp = 1;
        for (int i = 0; i < versions; i++) {
            operator.update("k", timestamp).writes("dropped");
            operator.update("k", timestamp + 1);
            operator.abort(timestamp);
            operator.decide(timestamp + 1, Decision.RETRY);
            timestamp += 2;
        }
        return timestamp;
    }
}
