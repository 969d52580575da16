/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.books.BookTotals;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.cli.Outcomes;
import io.tspoon.examples.messages.FirstMessages;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;

/** Prints what happened to all commands, and tells whether stock and accounts agree with it. */
record ShopReport(PrintWriter out, PrintWriter err, InputQuality quality)
        implements ExampleFlink.Report {
    private static final double CENTS = 100;
    private static final String SOUND =
            "nothing is negative, what moved is where it went, each command has one result.";

    @Override
    public void progress(Map<String, Object> counts) {
        Outcomes.of(counts).showProgress(err);
    }

    @Override
    public JobVerdict end(Map<String, Object> counts, double seconds) {
        FirstMessages.show(counts, out, ShopTopology.REVENUE);
        FirstMessages.show(counts, out, ShopTopology.DEAD_LETTERS);
        Outcomes outcomes = Outcomes.of(counts);
        outcomes.show(out, "executed", "rejected", seconds);
        BookTotals books = new BookTotals(counts);
        out.printf(Locale.ROOT, "Stock      %,d pieces%n", books.left(Postings.PIECES));
        for (String kind : Account.KINDS) {
            out.printf(Locale.ROOT, "%-10s %,.2f%n", heading(kind), books.left(kind) / CENTS);
        }
        out.flush();
        return books.judge(outcomes, ShopGraph.MALFORMED, quality, SOUND);
    }

    private static String heading(String kind) {
        return kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
    }
}
