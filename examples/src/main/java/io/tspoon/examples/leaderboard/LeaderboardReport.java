/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.cli.Outcomes;
import io.tspoon.examples.messages.FirstMessages;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints what happened to all votes and the final ranking, and tells whether the votes add up. */
record LeaderboardReport(PrintWriter out, PrintWriter err, InputQuality quality)
        implements ExampleFlink.Report {
    @Override
    public void progress(Map<String, Object> counts) {
        Outcomes.of(counts).showProgress(err);
    }

    @Override
    public JobVerdict end(Map<String, Object> counts, double seconds) {
        FirstMessages.show(counts, out, LeaderboardTopology.BOARDS);
        Outcomes outcomes = Outcomes.of(counts);
        outcomes.show(out, "counted", "refused", seconds);
        if (counts.get(Recount.RANKING) instanceof List<?> ranking) {
            int place = 0;
            for (Object line : ranking) {
                place++;
                out.printf(Locale.ROOT, "%10d %s%n", place, line);
            }
        }
        out.flush();
        return verdict(
                outcomes,
                Outcomes.count(counts, Recount.COUNTED),
                Outcomes.count(counts, Recount.WRONG));
    }

    private JobVerdict verdict(Outcomes outcomes, long counted, long wrong) {
        boolean hasEnded = counted > 0 || wrong > 0 || outcomes.commits() == 0;
        if (!hasEnded) {
            return JobVerdict.notEnded();
        }
        if (!outcomes.areComplete() || wrong > 0) {
            return JobVerdict.notSound(
                    String.format(
                            Locale.ROOT,
                            "votes do not add up, recounted=%d, wrong=%d, messages=%d, results=%d",
                            counted,
                            wrong,
                            outcomes.inputs(),
                            outcomes.results()));
        }
        long malformed = outcomes.aborts(LeaderboardGraph.MALFORMED);
        return quality.judge(
                outcomes.results() - malformed,
                malformed,
                String.format(
                        Locale.ROOT,
                        "the %,d votes of the boards are those that were counted, each vote has"
                                + " one result.",
                        counted));
    }
}
