/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.Outcomes;
import io.tspoon.examples.messages.FirstMessages;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints what happened to all votes, the final ranking, and whether the votes add up. */
record LeaderboardReport(PrintWriter out, PrintWriter err) implements ExampleFlink.Report {
    @Override
    public void progress(Map<String, Object> counts) {
        Outcomes.of(counts).showProgress(err);
    }

    @Override
    public boolean end(Map<String, Object> counts, double seconds) {
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
        long counted = Outcomes.count(counts, Recount.COUNTED);
        long wrong = Outcomes.count(counts, Recount.WRONG);
        boolean hasEnded = counted > 0 || wrong > 0 || outcomes.commits() == 0;
        boolean sound = outcomes.areComplete() && hasEnded && wrong == 0;
        if (sound) {
            out.printf(
                    Locale.ROOT,
                    "Sound: the %,d votes of the boards are those that were counted, each vote has"
                            + " one result.%n",
                    counted);
        } else if (hasEnded) {
            out.printf(
                    Locale.ROOT,
                    "NOT SOUND: votes do not add up, recounted=%d, wrong=%d, messages=%d,"
                            + " results=%d%n",
                    counted,
                    wrong,
                    outcomes.inputs(),
                    outcomes.results());
        } else {
            out.println(Outcomes.NOT_ENDED);
        }
        out.flush();
        return sound;
    }
}
