/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import io.tspoon.history.ObservedHistory.VersionOrder;
import io.tspoon.history.ObservedTransaction.Step;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static io.tspoon.history.ObservedTransaction.Step.append;
import static io.tspoon.history.ObservedTransaction.Step.read;
import static io.tspoon.history.ObservedTransaction.Step.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Every anomaly is planted once in what clients see of lists or registers, and must be found as
 * what it is. Unless told otherwise, transactions run at the same time.
 */
class ObservedHistoryTest {
    private static final long END = 1_000;

    private final List<ObservedTransaction> transactions = new ArrayList<>();

    @Test
    void serialHistoryHasNoAnomaly() {
        during(1, 1, 2, append("x", 1), append("x", 2), append("y", 3));
        during(2, 3, 4, read("x", List.of(1L, 2L)), append("x", 4), read("x", List.of(1L, 2L, 4L)));
        during(3, 5, 6, read("x", List.of(1L, 2L, 4L)), read("y", List.of(3L)), read("z", none()));

        assertThat(kinds(VersionOrder.INFERRED)).isEmpty();
        assertThat(kinds(VersionOrder.BY_TIMESTAMP)).isEmpty();
        assertThat(inferred().breachesOfEntryOrder()).isEmpty();
        assertThat(inferred().breachesOfRealTime()).isEmpty();
    }

    @Test
    void ownWriteThatIsNotSeenIsInternal() {
        commits(1, append("x", 1), read("x", none()));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.INTERNAL);
        assertThat(words()).isEqualTo("T1 wrote [1] to x, yet then read []");
    }

    @Test
    void registerThatForgetsAnOwnWriteIsInternal() {
        commits(1, write("x", 1));
        commits(2, write("x", 2), write("x", 3), read("x", List.of(1L)));

        assertThat(kinds(VersionOrder.BY_TIMESTAMP)).containsExactly(Anomaly.Kind.INTERNAL);
    }

    @Test
    void valueThatIsThereTwiceIsADuplicate() {
        commits(1, append("x", 1));
        commits(2, append("x", 2));
        commits(3, read("x", List.of(1L, 1L, 2L)));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.DUPLICATE);
        assertThat(words()).isEqualTo("T3 read 1 of x twice in one list");
    }

    @Test
    void appendsInDifferentOrdersAreG0() {
        commits(1, append("x", 1), append("y", 1));
        commits(2, append("x", 2), append("y", 2));
        commits(3, read("x", List.of(1L, 2L)));
        commits(4, read("y", List.of(2L, 1L)));

        assertThat(kinds(VersionOrder.INFERRED)).contains(Anomaly.Kind.G0);
        assertThat(words()).contains("T2 overwrote x of T1").contains("T1 overwrote y of T2");
    }

    @Test
    void appendBetweenTwoOfAnotherIsG0() {
        commits(1, append("x", 1), append("x", 2));
        commits(2, append("x", 3));
        commits(3, read("x", List.of(1L, 3L, 2L)));

        assertThat(kinds(VersionOrder.INFERRED)).contains(Anomaly.Kind.G0);
    }

    @Test
    void appendOfAnAbortedTransactionIsG1aWhereverItStands() {
        aborts(1, append("x", 1));
        commits(2, append("x", 2));
        commits(3, read("x", List.of(1L, 2L)));
        commits(4, read("x", List.of(1L)));

        assertThat(kinds(VersionOrder.INFERRED))
                .containsExactly(Anomaly.Kind.G1A, Anomaly.Kind.G1A);
        assertThat(words()).isEqualTo("T3 read 1 of x of T1, which did not commit");
    }

    @Test
    void valueThatNobodyWroteIsG1a() {
        commits(1, read("x", List.of(7L)));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.G1A);
        assertThat(words()).isEqualTo("T1 read 7 of x, which nobody wrote");
    }

    @Test
    void firstOfTwoAppendsAloneIsG1b() {
        commits(1, append("x", 1), append("x", 2));
        commits(2, read("x", List.of(1L)));

        assertThat(kinds(VersionOrder.INFERRED)).contains(Anomaly.Kind.G1B);
    }

    @Test
    void twoThatSeeEachOtherAreG1c() {
        commits(1, append("x", 1), read("y", List.of(2L)));
        commits(2, append("y", 2), read("x", List.of(1L)));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.G1C);
        assertThat(words()).contains("T1 read y of T2").contains("T2 read x of T1");
    }

    @Test
    void listsThatForkAreIncompatible() {
        commits(1, append("x", 1));
        commits(2, append("x", 2));
        commits(3, append("x", 3));
        commits(4, read("x", List.of(1L, 2L)));
        commits(5, read("x", List.of(1L, 3L)));

        assertThat(kinds(VersionOrder.INFERRED)).contains(Anomaly.Kind.INCOMPATIBLE_ORDER);
        assertThat(words()).isEqualTo("T5 read 3 as value 2 of x, yet T4 read 2 as value 2 of x");
    }

    @Test
    void appendThatTheLastReadIsWithoutIsALostUpdate() {
        commits(1, append("x", 1));
        commits(2, append("x", 2));
        during(3, END + 1, END + 2, read("x", List.of(2L)));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.LOST_UPDATE);
        assertThat(words()).isEqualTo("T1 appended 1 to x, and the last read of it is without");
    }

    @Test
    void twoAppendsToOneListAreALostUpdate() {
        commits(1, read("x", none()), append("x", 1));
        commits(2, read("x", none()), append("x", 2));
        commits(3, read("x", List.of(1L, 2L)));

        assertThat(kinds(VersionOrder.INFERRED))
                .containsExactly(Anomaly.Kind.LOST_UPDATE, Anomaly.Kind.G_SINGLE);
        assertThat(words()).isEqualTo("T2 read x before T1 overwrote it; T2 overwrote x of T1");
    }

    @Test
    void twoWritesToOneRegisterAreALostUpdate() {
        commits(1, read("x", none()), write("x", 1));
        commits(2, read("x", none()), write("x", 2));

        assertThat(kinds(VersionOrder.BY_TIMESTAMP))
                .containsExactly(Anomaly.Kind.LOST_UPDATE, Anomaly.Kind.G_SINGLE);
    }

    @Test
    void halfOfATransactionIsGSingle() {
        commits(1, append("x", 1), append("y", 2));
        commits(2, read("x", none()), read("y", List.of(2L)));
        commits(3, read("x", List.of(1L)));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.G_SINGLE);
        assertThat(words()).isEqualTo("T2 read x before T1 overwrote it; T2 read y of T1");
    }

    @Test
    void readThatDoesNotRepeatIsGSingle() {
        commits(1, write("x", 1));
        commits(2, read("x", none()), read("x", List.of(1L)));

        assertThat(kinds(VersionOrder.BY_TIMESTAMP)).containsExactly(Anomaly.Kind.G_SINGLE);
    }

    @Test
    void writeSkewIsG2Item() {
        commits(1, read("x", none()), append("y", 1));
        commits(2, read("y", none()), append("x", 2));
        commits(3, read("x", List.of(2L)), read("y", List.of(1L)));

        assertThat(kinds(VersionOrder.INFERRED)).containsExactly(Anomaly.Kind.G2_ITEM);
        assertThat(words()).contains("T1 read x before T2 overwrote it");
    }

    @Test
    void staleReadIsAgainstRealTimeOnly() {
        during(1, 1, 2, append("x", 1));
        during(2, 3, 4, append("y", 2));
        during(3, 5, 6, read("x", none()));
        during(4, 5, 9, read("x", List.of(1L)), read("y", List.of(2L)));

        assertThat(kinds(VersionOrder.INFERRED)).isEmpty();
        List<Anomaly> breaches = inferred().breachesOfRealTime();
        assertThat(breaches).hasSize(1);
        assertThat(breaches.get(0).kind()).isEqualTo(Anomaly.Kind.REAL_TIME);
        assertThat(breaches.get(0).words())
                .isEqualTo(
                        "T1 was complete before T2 began; T2 was complete before T3 began;"
                                + " T3 read x before T1 overwrote it");
    }

    @Test
    void dependencyOnALaterEntrantIsAgainstEntryOrderOnly() {
        commits(1, read("x", List.of(2L)));
        commits(2, append("x", 2));

        assertThat(kinds(VersionOrder.INFERRED)).isEmpty();
        assertThat(inferred().breachesOfRealTime()).isEmpty();
        List<Anomaly> breaches = inferred().breachesOfEntryOrder();
        assertThat(breaches).hasSize(1);
        assertThat(breaches.get(0).kind()).isEqualTo(Anomaly.Kind.ENTRY_ORDER);
        assertThat(breaches.get(0).words()).isEqualTo("T1 read x of T2; yet T1 entered before T2");
    }

    @Test
    void valueThatIsWrittenTwiceIsRefused() {
        commits(1, append("x", 1));
        commits(2, append("x", 1));

        assertThatThrownBy(this::inferred)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key=x, value=1");
    }

    private static List<Long> none() {
        return List.of();
    }

    private void commits(long name, Step... steps) {
        during(name, 0, END, steps);
    }

    private void during(long name, long from, long to, Step... steps) {
        transactions.add(new ObservedTransaction(name, name, name, true, from, to, List.of(steps)));
    }

    private void aborts(long name, Step... steps) {
        transactions.add(new ObservedTransaction(name, name, name, false, 0, END, List.of(steps)));
    }

    private ObservedHistory inferred() {
        return new ObservedHistory(transactions, VersionOrder.INFERRED);
    }

    private List<Anomaly.Kind> kinds(VersionOrder order) {
        return new ObservedHistory(transactions, order)
                .anomalies().stream().map(Anomaly::kind).toList();
    }

    private String words() {
        return inferred().anomalies().get(0).words();
    }
}
