/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class OrdersReportTest {
    private final StringWriter text = new StringWriter();
    private final OrdersReport report =
            new OrdersReport(
                    new PrintWriter(text), new PrintWriter(text), new InputQuality(50, false));

    @Test
    void booksThatAgreeAreSound() {
        JobVerdict verdict =
                report.end(Map.of("inputs", 3L, "commits", 2L, "aborts", 1L, "keys", 4L), 1);

        assertThat(verdict.exitCode()).isZero();
        assertThat(verdict.line()).startsWith("Sound: nothing is negative");
    }

    @Test
    void aWrongBalanceIsNotSound() {
        JobVerdict verdict =
                report.end(Map.of("inputs", 2L, "commits", 2L, "keys", 4L, "wrong", 1L), 1);

        assertThat(verdict.exitCode()).isEqualTo(3);
        assertThat(verdict.line()).startsWith("NOT SOUND: wrong balances=1, messages=2, results=2");
    }

    @Test
    void booksThatWereNeverClosedSayNothing() {
        JobVerdict verdict = report.end(Map.of("inputs", 2L, "commits", 2L), 1);

        assertThat(verdict.exitCode()).isEqualTo(5);
        assertThat(verdict.line()).startsWith("NOT CHECKED: the job ended before its input did");
    }

    @Test
    void ordersThatAreAllRejectedNeedNoBooks() {
        assertThat(report.end(Map.of("inputs", 2L, "aborts", 2L), 1).isSound()).isTrue();
    }

    @Test
    void ordersThatAreAllMalformedAreNotSound() {
        JobVerdict verdict =
                report.end(Map.of("inputs", 2L, "aborts", 2L, "rule: message is malformed", 2L), 1);

        assertThat(verdict.exitCode()).isEqualTo(4);
        assertThat(verdict.line()).isEqualTo("REJECTED: nothing could be read, malformed=2.");
    }
}
