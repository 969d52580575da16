/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.cli.Outcomes;
import io.tspoon.examples.messages.FirstMessages;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Prints what came of all messages, and tells whether a serial program answers the same.
 *
 * @param serial executes so many messages of the input
 */
record LinearRoadReport(
        PrintWriter out, PrintWriter err, InputQuality quality, LongFunction<SerialCheck> serial)
        implements ExampleFlink.Report {
    @Override
    public void progress(Map<String, Object> counts) {
        Outcomes.of(counts).showProgress(err);
    }

    @Override
    public JobVerdict end(Map<String, Object> counts, double seconds) {
        LinearRoadTopology.TOPICS
                .outputs()
                .forEach(topic -> FirstMessages.show(counts, out, topic));
        Outcomes outcomes = Outcomes.of(counts);
        outcomes.show(out, "executed", "refused", seconds);
        RoadTotals found = RoadTotals.of(counts);
        out.printf(
                Locale.ROOT,
                "Tolls      %,d said, %,.2f in all%n",
                found.get(RoadTotals.TOLLS),
                found.get(RoadTotals.CENTS) / 100.0);
        out.printf(Locale.ROOT, "Accidents  %,d alerts%n", found.get(RoadTotals.ALERTS));
        out.printf(
                Locale.ROOT,
                "Questions  %,d balances, %,d expenditures%n",
                found.get(RoadTotals.BALANCES),
                found.get(RoadTotals.EXPENDITURES));
        out.flush();
        return verdict(outcomes, found, serial.apply(outcomes.inputs()));
    }

    private JobVerdict verdict(Outcomes outcomes, RoadTotals found, SerialCheck check) {
        if (check.disorder() != null) {
            return JobVerdict.rejected(
                    "the input is not in the order of time, message="
                            + check.disorder()
                            + ". The rules do not say what is right then. Sort it by its second"
                            + " column.");
        }
        long aborts = outcomes.aborts(LinearRoadGraph.EARLY);
        long malformed = outcomes.aborts(LinearRoadGraph.MALFORMED);
        boolean isEqual =
                outcomes.areComplete()
                        && outcomes.aborts() == aborts + malformed
                        && aborts == check.refused()
                        && malformed == check.malformed()
                        && found.equals(check.totals());
        if (!isEqual) {
            return JobVerdict.notSound(
                    "a serial program answers otherwise, messages="
                            + outcomes.inputs()
                            + ", results="
                            + outcomes.results()
                            + ", found="
                            + found
                            + ", serial="
                            + check);
        }
        return quality.judge(
                outcomes.results() - malformed,
                malformed,
                String.format(
                        Locale.ROOT,
                        "tolls, alerts, balances and expenditures are those of a serial program"
                                + " on the same %,d messages.",
                        outcomes.inputs()));
    }
}
