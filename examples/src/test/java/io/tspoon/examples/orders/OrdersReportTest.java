/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class OrdersReportTest {
    private final StringWriter text = new StringWriter();
    private final OrdersReport report =
            new OrdersReport(new PrintWriter(text), new PrintWriter(text));

    @Test
    void booksThatAgreeAreSound() {
        assertThat(report.end(Map.of("inputs", 3L, "commits", 2L, "aborts", 1L, "keys", 4L), 1))
                .isTrue();
        assertThat(text.toString()).contains("Sound: nothing is negative");
    }

    @Test
    void aWrongBalanceIsNotSound() {
        assertThat(report.end(Map.of("inputs", 2L, "commits", 2L, "keys", 4L, "wrong", 1L), 1))
                .isFalse();
        assertThat(text.toString()).contains("NOT SOUND: wrong balances=1, messages=2, results=2");
    }

    @Test
    void booksThatWereNeverClosedSayNothing() {
        assertThat(report.end(Map.of("inputs", 2L, "commits", 2L), 1)).isFalse();
        assertThat(text.toString()).contains("NOT CHECKED: the job ended before its input did");
    }

    @Test
    void ordersThatAreAllRejectedNeedNoBooks() {
        assertThat(report.end(Map.of("inputs", 2L, "aborts", 2L), 1)).isTrue();
    }
}
