/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.read.AbortCount;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class CoordinatorMeterTest {
    private final CoordinatorMeter meter = new CoordinatorMeter();
    private long timestamps;

    @Test
    void abortsCountUnderTheirFirstReason() {
        abort(reason("balance", "positive"), reason("balance", "small"));
        abort(reason("balance", "small"));
        abort(reason("balance", "small"));
        abort(reason("limit", "small"));
        abort();
        assertThat(meter.causes())
                .containsExactly(
                        new AbortCount(AbortReason.Kind.CONSTRAINT, "balance", "small", 2),
                        new AbortCount(AbortReason.Kind.CONSTRAINT, "balance", "positive", 1),
                        new AbortCount(AbortReason.Kind.CONSTRAINT, "limit", "small", 1));
    }

    /** Programs may put numbers into their reasons. */
    @Test
    void rulesBeyondAHundredCountTogether() {
        for (int i = 0; i < 150; i++) {
            abort(reason("balance", "lacks " + i));
        }
        abort(reason("balance", "lacks 7"));
        List<AbortCount> causes = meter.causes();
        assertThat(causes).hasSize(101);
        assertThat(causes.get(0))
                .isEqualTo(new AbortCount(AbortReason.Kind.CONSTRAINT, "balance", "", 50));
        assertThat(causes.get(1))
                .isEqualTo(new AbortCount(AbortReason.Kind.CONSTRAINT, "balance", "lacks 7", 2));
    }

    @Test
    void lastOnesOfEachOutcomeAreKeptLatestFirst() {
        for (int i = 0; i < 15; i++) {
            abort(reason("balance", "small"), reason("balance", "positive"));
        }
        for (int i = 0; i < 1_000; i++) {
            meter.committed(result(Outcome.COMMITTED), "order");
        }
        List<RetainedOutcome> last = meter.last();
        assertThat(last).hasSize(20);
        assertThat(last)
                .extracting(RetainedOutcome::timestamp)
                .startsWith(1_015L, 1_014L)
                .endsWith(7L, 6L);
        assertThat(last.get(19).reasons()).containsExactly(reason("balance", "small"));
        assertThat(last.get(0).key()).isEqualTo("order");
    }

    @Test
    void longTextsAreCut() {
        abort(reason("balance", "r".repeat(20_000)));
        String cut = "r".repeat(197) + "...";
        assertThat(meter.causes()).extracting(AbortCount::rule).containsExactly(cut);
        assertThat(meter.last().get(0).reasons().get(0).rule()).isEqualTo(cut);
        meter.committed(result(Outcome.COMMITTED), "k".repeat(201));
        assertThat(meter.last().get(0).key()).hasSize(200).endsWith("k...");
    }

    private void abort(AbortReason... reasons) {
        meter.aborted(result(Outcome.ABORTED, reasons), "key");
    }

    private TransactionResult<Long> result(Outcome outcome, AbortReason... reasons) {
        long timestamp = ++timestamps;
        return new TransactionResult<>(
                new TransactionId(timestamp),
                "",
                "its own key",
                new ExecutionTimestamp(timestamp),
                outcome,
                1,
                List.of(reasons),
                List.of(),
                List.of());
    }

    private static AbortReason reason(String operator, String rule) {
        return new AbortReason(AbortReason.Kind.CONSTRAINT, operator, "alice", rule, "");
    }
}
