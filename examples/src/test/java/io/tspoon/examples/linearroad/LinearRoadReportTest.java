/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.messages.Message;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class LinearRoadReportTest {
    private static final String REPORT = "0,15,107,32,1,3,1,1,5281,-1,-1,-1,-1,-1,-1";
    private static final String EARLY = "0,16,107,32,1,3,1,1,5281,-1,-1,-1,-1,-1,-1";
    private static final String QUESTION = "2,20,107,-1,-1,-1,-1,-1,-1,42,-1,-1,-1,-1,-1";

    private final List<String> lines = new ArrayList<>(List.of(REPORT, EARLY, QUESTION));

    @Test
    void equalAnswersAreSound() {
        assertThat(verdict(Map.of()).line())
                .isEqualTo(
                        "Sound: tolls, alerts, balances and expenditures are those of a serial"
                                + " program on the same 3 messages.");
    }

    @Test
    void answerOfAnotherVehicleIsNotSound() {
        RoadTotals other = new RoadTotals();
        other.add("v108@15", Answer.of(new Toll(108, 15, 0, 0), null));
        other.add("q42", Answer.of(new Balance(42, 20, 107, 0)));

        assertThat(verdict(new HashMap<>(other.all())).line())
                .startsWith("NOT SOUND: a serial program answers otherwise, messages=3");
    }

    @Test
    void missingResultIsNotSound() {
        assertThat(verdict(Map.of("commits", 1L)).exitCode()).isEqualTo(3);
    }

    @Test
    void abortThatNoRuleWantsIsNotSound() {
        assertThat(verdict(Map.of("commits", 1L, "aborts", 2L)).exitCode()).isEqualTo(3);
    }

    @Test
    void inputOutOfOrderIsRejected() {
        lines.add(REPORT.replace("107", "108"));

        JobVerdict verdict = verdict(Map.of("inputs", 4L, "commits", 3L));

        assertThat(verdict.exitCode()).isEqualTo(4);
        assertThat(verdict.line())
                .startsWith("REJECTED: the input is not in the order of time, message=v108@15");
    }

    /** What a sound job would have counted, but for what is given. */
    private JobVerdict verdict(Map<String, Object> otherwise) {
        List<Message> messages = lines.stream().map(line -> new Message("", line, "")).toList();
        SerialCheck check = SerialCheck.of(messages.iterator(), lines.size());
        Map<String, Object> counts = new HashMap<>(check.totals().all());
        counts.putAll(
                Map.of(
                        "inputs",
                        3L,
                        "commits",
                        2L,
                        "aborts",
                        1L,
                        "rule: " + LinearRoadGraph.EARLY,
                        1L));
        counts.putAll(otherwise);
        PrintWriter out = new PrintWriter(new StringWriter());
        return new LinearRoadReport(out, out, new InputQuality(50, false), executed -> check)
                .end(counts, 1);
    }
}
