/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class SummaryTest {
    @Test
    void moneyThatIsStillThereIsSound() {
        Totals totals = totals(Map.of("accounts", 2L, "opening", 10L, "closing", 10L));

        assertThat(totals.areSound()).isTrue();
        assertThat(verdict(totals).line()).startsWith("Sound: money is conserved");
        assertThat(verdict(totals).exitCode()).isZero();
    }

    @Test
    void moneyThatWentIsNotSound() {
        Totals totals = totals(Map.of("accounts", 2L, "opening", 10L, "closing", 9L));

        assertThat(totals.areSound()).isFalse();
        assertThat(verdict(totals).line()).startsWith("NOT SOUND: money came or went");
        assertThat(verdict(totals).exitCode()).isEqualTo(3);
    }

    @Test
    void withoutFinalBalancesThereIsNoVerdict() {
        Totals totals = totals(Map.of());

        assertThat(totals.areSound()).isFalse();
        assertThat(verdict(totals).line())
                .startsWith("NOT CHECKED: the job ended before its input did");
        assertThat(verdict(totals).exitCode()).isEqualTo(5);
    }

    @Test
    void moneyOfFewLinesIsNotSound() {
        Totals totals =
                totals(Map.of("accounts", 2L, "opening", 10L, "closing", 10L, "rejects", 4L));

        assertThat(verdict(totals).line()).startsWith("REJECTED: too much is malformed");
        assertThat(verdict(totals).exitCode()).isEqualTo(4);
    }

    private static Totals totals(Map<String, Long> end) {
        Map<String, Object> counts = new HashMap<>(end);
        counts.put("orders", 3L);
        counts.put("commits", 2L);
        counts.put("aborts", 1L);
        return Totals.of(counts);
    }

    private static JobVerdict verdict(Totals totals) {
        return new Summary(new PrintWriter(new StringWriter()), new InputQuality(50, false))
                .show(totals, 1, "rejects.csv");
    }
}
