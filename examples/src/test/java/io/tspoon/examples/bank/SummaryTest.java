/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

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
        assertThat(shown(totals)).contains("Sound: money is conserved");
    }

    @Test
    void moneyThatWentIsNotSound() {
        Totals totals = totals(Map.of("accounts", 2L, "opening", 10L, "closing", 9L));

        assertThat(totals.areSound()).isFalse();
        assertThat(shown(totals)).contains("NOT SOUND: money came or went");
    }

    @Test
    void withoutFinalBalancesThereIsNoVerdict() {
        Totals totals = totals(Map.of());

        assertThat(totals.areSound()).isFalse();
        assertThat(shown(totals)).contains("NOT CHECKED: the job ended before its input did");
    }

    private static Totals totals(Map<String, Long> end) {
        Map<String, Object> counts = new HashMap<>(end);
        counts.put("orders", 3L);
        counts.put("commits", 2L);
        counts.put("aborts", 1L);
        return Totals.of(counts);
    }

    private static String shown(Totals totals) {
        StringWriter text = new StringWriter();
        new Summary(new PrintWriter(text)).show(totals, 1, "rejects.csv");
        return text.toString();
    }
}
