/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.junit.jupiter.api.Test;

import java.util.List;

import static io.tspoon.history.VersionId.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;

/** Every anomaly is planted once, and must be found as what it is. */
class HistoryCheckerTest {
    private final History history = new History();

    @Test
    void serialHistoryHasNoAnomaly() {
        history.transaction(1).reads("x", INITIAL).writes("x").writes("y").commits();
        history.transaction(2).reads("x", 1).writes("x").commits();
        history.transaction(3).reads("x", 2).reads("y", 1).commits();

        assertThat(HistoryChecker.anomalies(history)).isEmpty();
    }

    @Test
    void longHistoryOfUpdatesHasNoAnomaly() {
        history.transaction(1).reads("x", INITIAL).writes("x").commits();
        for (int i = 2; i <= 100_000; i++) {
            history.transaction(i).reads("x", i - 1).writes("x").commits();
        }

        assertThat(HistoryChecker.anomalies(history)).isEmpty();
    }

    @Test
    void writesOrderedDifferentlyAreG0() {
        history.transaction(1).writes("x").writes("y").commits();
        history.transaction(2).writes("x").writes("y").commits();
        history.versionOrder("y", 2L, 1L);

        assertThat(kinds()).containsExactly(Anomaly.Kind.G0);
        assertThat(words()).contains("T2 overwrote x of T1").contains("T1 overwrote y of T2");
    }

    @Test
    void readOfAbortedTransactionIsG1a() {
        history.transaction(1).writes("x");
        history.transaction(2).reads("x", 1).commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.G1A);
        assertThat(words()).isEqualTo("T2 read x of T1, which did not commit");
    }

    @Test
    void readOfUnknownAttemptIsG1a() {
        history.transaction(2).reads("x", 1).commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.G1A);
    }

    @Test
    void readOfIntermediateVersionIsG1b() {
        history.transaction(1).writes("x", 1).writes("x", 2).commits();
        history.transaction(2).reads("x", new VersionId(1, 1)).commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.G1B);
        assertThat(words()).isEqualTo("T2 read x of T1, which then wrote it again");
    }

    @Test
    void ownIntermediateVersionMayBeRead() {
        history.transaction(1).writes("x", 1).reads("x", new VersionId(1, 1)).writes("x", 2);
        history.transaction(1).commits();

        assertThat(HistoryChecker.anomalies(history)).isEmpty();
    }

    @Test
    void informationThatFlowsInACircleIsG1c() {
        history.transaction(1).writes("x").reads("y", 2).commits();
        history.transaction(2).writes("y").reads("x", 1).commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.G1C);
        assertThat(words()).contains("T1 read y of T2").contains("T2 read x of T1");
    }

    @Test
    void updateThatIgnoresAnotherIsALostUpdate() {
        history.transaction(1).reads("x", INITIAL).writes("x").commits();
        history.transaction(2).reads("x", INITIAL).writes("x").commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.LOST_UPDATE, Anomaly.Kind.G_SINGLE);
        assertThat(words()).isEqualTo("T2 read x before T1 overwrote it; T2 overwrote x of T1");
    }

    @Test
    void readSkewIsGSingle() {
        history.transaction(1).writes("x").writes("y").commits();
        history.transaction(2).reads("x", INITIAL).reads("y", 1).commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.G_SINGLE);
        assertThat(words()).contains("T2 read x before T1 overwrote it; T2 read y of T1");
    }

    @Test
    void writeSkewIsG2Item() {
        history.transaction(1).reads("x", INITIAL).reads("y", INITIAL).writes("x").commits();
        history.transaction(2).reads("x", INITIAL).reads("y", INITIAL).writes("y").commits();

        assertThat(kinds()).containsExactly(Anomaly.Kind.G2_ITEM);
    }

    @Test
    void cycleOfManyIsShownByAShortestOne() {
        history.transaction(1).reads("a", INITIAL).writes("b").commits();
        history.transaction(2).reads("b", INITIAL).writes("c").commits();
        history.transaction(3).reads("c", INITIAL).writes("a").commits();
        history.transaction(4).reads("a", INITIAL).writes("d").commits();
        history.transaction(5).reads("d", INITIAL).writes("a").commits();
        history.versionOrder("a", 5L, 3L);

        assertThat(kinds()).containsExactly(Anomaly.Kind.G2_ITEM);
        assertThat(words()).contains("T4").contains("T5").doesNotContain("T1", "T2", "T3");
    }

    @Test
    void abortedTransactionsTakeNoPartInCycles() {
        history.transaction(1).reads("x", INITIAL).reads("y", INITIAL).writes("x").commits();
        history.transaction(2).reads("x", INITIAL).reads("y", INITIAL).writes("y");

        assertThat(HistoryChecker.anomalies(history)).isEmpty();
    }

    private List<Anomaly.Kind> kinds() {
        return HistoryChecker.anomalies(history).stream().map(Anomaly::kind).toList();
    }

    private String words() {
        return HistoryChecker.anomalies(history).get(0).words();
    }
}
