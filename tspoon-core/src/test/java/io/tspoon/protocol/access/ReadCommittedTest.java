/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.history.Anomaly;
import io.tspoon.history.History;
import io.tspoon.history.HistoryChecker;
import io.tspoon.history.VersionId;
import io.tspoon.protocol.access.ParticipantFixture.TestAccess;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadCommittedTest {
    private final ParticipantFixture operator = new ParticipantFixture(new ReadCommitted<>());

    @Test
    void updateCanBeLost() {
        TestAccess first = operator.update("k", 5);
        TestAccess second = operator.update("k", 6);
        first.write(first.read() + " +5");
        second.write(second.read() + " +6");
        operator.commit(5);
        operator.commit(6);

        assertThat(operator.installed("k")).isEqualTo("initial +6");
        History history = new History();
        history.transaction(5).reads("k", VersionId.INITIAL).writes("k").commits();
        history.transaction(6).reads("k", VersionId.INITIAL).writes("k").commits();
        assertThat(HistoryChecker.anomalies(history))
                .extracting(Anomaly::kind)
                .contains(Anomaly.Kind.LOST_UPDATE)
                .noneMatch(Anomaly.Kind::isForbiddenAtPl2);
    }

    @Test
    void readerNeverWaitsAndSeesInstalledVersionsOnly() {
        operator.write("k", 5).writes("five");
        TestAccess reader = operator.read("k", 6);

        assertThat(reader.admittance()).isEqualTo(Admittance.GRANTED);
        assertThat(reader.read()).isEqualTo("initial");
    }

    @Test
    void readerSeesNoAbortedVersion() {
        operator.write("k", 5).writes("five");
        operator.abort(5);

        assertThat(operator.read("k", 6).read()).isEqualTo("initial");
    }

    @Test
    void readerSeesTheNewestInstalledVersion() {
        operator.write("k", 5).writes("five");
        operator.commit(5);

        assertThat(operator.read("k", 6).read()).isEqualTo("five");
    }

    @Test
    void olderWriterIsRefused() {
        operator.write("k", 5);
        TestAccess older = operator.write("k", 4);

        assertThat(older.admittance()).isEqualTo(Admittance.REFUSED);
        assertThat(older.conflict()).isEqualTo(5);
    }

    @Test
    void readDoesNotStopAnOlderWriter() {
        operator.read("k", 5);

        assertThat(operator.write("k", 4).admittance()).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void versionsAreInstalledInTimestampOrder() {
        operator.write("k", 5).writes("five");
        operator.write("k", 6).writes("six");
        operator.commit(6);
        operator.commit(5);

        assertThat(operator.installed("k")).isEqualTo("six");
    }

    @Test
    void transactionReadsItsOwnWrite() {
        operator.write("k", 5).writes("five");

        assertThat(operator.read("k", 5).read()).isEqualTo("five");
        assertThat(operator.update("k", 5).read()).isEqualTo("five");
    }
}
