/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.access.ParticipantFixture.TestAccess;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimestampOrderingTest {
    private final ParticipantFixture operator = new ParticipantFixture(new TimestampOrdering<>());

    @Test
    void readerHoldsNothing() {
        TestAccess reader = operator.read("k", 5);

        assertThat(reader.admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(reader.isHeld()).isFalse();
        assertThat(operator.held()).isZero();
    }

    @Test
    void writerNeverWaitsForAReader() {
        operator.read("k", 5);

        assertThat(operator.update("k", 6).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void writerNeverWaitsForAWriter() {
        operator.write("k", 5).writes("five");

        assertThat(operator.write("k", 6).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void readerWaitsForTheTentativeVersionBelow() {
        operator.write("k", 5).writes("five");
        TestAccess reader = operator.read("k", 6);
        assertThat(reader.admittance()).isEqualTo(Admittance.WAITING);

        operator.commit(5);
        assertThat(operator.events()).containsExactly("installed k", "granted 6");
        assertThat(reader.read()).isEqualTo("five");
    }

    @Test
    void readerDoesNotSeeAnAbortedVersion() {
        operator.write("k", 5).writes("five");
        TestAccess reader = operator.read("k", 6);
        operator.abort(5);

        assertThat(operator.events()).containsExactly("granted 6");
        assertThat(reader.read()).isEqualTo("initial");
    }

    @Test
    void olderReaderReadsBelowATentativeVersion() {
        operator.write("k", 5).writes("five");
        TestAccess older = operator.read("k", 4);

        assertThat(older.admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(older.read()).isEqualTo("initial");
    }

    @Test
    void olderReaderReadsBelowAnInstalledVersion() {
        operator.write("k", 5).writes("five");
        operator.commit(5);

        assertThat(operator.read("k", 4).read()).isEqualTo("initial");
        assertThat(operator.read("k", 6).read()).isEqualTo("five");
    }

    @Test
    void olderWriterIsRefusedByARead() {
        operator.read("k", 5);
        TestAccess older = operator.write("k", 4);

        assertThat(older.admittance()).isEqualTo(Admittance.REFUSED);
        assertThat(older.conflict()).isEqualTo(5);
    }

    @Test
    void olderWriterIsRefusedByAVersion() {
        operator.write("k", 5);

        assertThat(operator.write("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void olderWriterIsRefusedByAnAbortedUpdate() {
        operator.update("k", 5);
        operator.abort(5);

        assertThat(operator.write("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void readOfThePastDoesNotLowerTheReadTimestamp() {
        operator.read("k", 5);
        operator.read("k", 3);

        assertThat(operator.write("k", 4).admittance()).isEqualTo(Admittance.REFUSED);
    }

    @Test
    void writerMayWriteWhatItHasRead() {
        operator.read("k", 5);
        operator.update("k", 5).writes("five");
        operator.commit(5);

        assertThat(operator.installed("k")).isEqualTo("five");
    }

    @Test
    void transactionReadsItsOwnWrite() {
        operator.write("k", 5).writes("five");
        TestAccess reader = operator.read("k", 5);

        assertThat(reader.read()).isEqualTo("five");
        assertThat(reader.readsOwnWrite()).isTrue();
    }

    @Test
    void holderMayWriteAgainBelowAYoungerVersion() {
        operator.write("k", 5).writes("five");
        operator.write("k", 6).writes("six");

        assertThat(operator.write("k", 5).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void versionsInstalledInAnyOrderAreReadInTimestampOrder() {
        operator.write("k", 5).writes("five");
        operator.write("k", 7).writes("seven");
        operator.commit(7);
        TestAccess between = operator.read("k", 6);
        assertThat(between.admittance()).isEqualTo(Admittance.WAITING);
        operator.commit(5);

        assertThat(operator.installed("k")).isEqualTo("seven");
        assertThat(between.read()).isEqualTo("five");
    }

    @Test
    void readerWaitsForEveryTentativeVersionBelow() {
        operator.write("k", 5).writes("five");
        operator.write("k", 6).writes("six");
        operator.read("k", 7);
        operator.commit(6);
        assertThat(operator.events()).containsExactly("installed k");

        operator.commit(5);
        assertThat(operator.events()).containsExactly("installed k", "granted 7");
    }

    @Test
    void writerDoesNotOvertakeAWaitingOlderUpdate() {
        operator.write("k", 5);
        operator.update("k", 6);

        assertThat(operator.write("k", 7).admittance()).isEqualTo(Admittance.WAITING);
        operator.commit(5);
        assertThat(operator.events()).containsExactly("granted 6", "granted 7");
    }

    @Test
    void writerPassesAWaitingOlderReader() {
        operator.write("k", 5);
        operator.read("k", 6);

        assertThat(operator.write("k", 7).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void writerSlipsInBeforeAWaitingReader() {
        operator.write("k", 5);
        TestAccess reader = operator.read("k", 9);
        operator.update("k", 7);
        operator.commit(5);
        assertThat(operator.events()).containsExactly("granted 7");

        operator.write("k", 7).writes("seven");
        operator.commit(7);
        assertThat(operator.events()).containsExactly("installed k", "granted 9");
        assertThat(reader.read()).isEqualTo("seven");
    }

    @Test
    void readerOfADeletedKeySeesNoValue() {
        operator.write("k", 5).writes(null);
        operator.commit(5);

        assertThat(operator.read("k", 6).read()).isNull();
        assertThat(operator.read("k", 4).read()).isEqualTo("initial");
    }
}
