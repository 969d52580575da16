/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.books.BookTotals;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.cli.Outcomes;
import io.tspoon.examples.messages.FirstMessages;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;

/** Prints what happened to all orders, and tells whether stock and credit agree with it. */
record OrdersReport(PrintWriter out, PrintWriter err, InputQuality quality)
        implements ExampleFlink.Report {
    private static final double CENTS = 100;
    private static final String SOUND =
            "nothing is negative, what was shipped and paid is what is gone,"
                    + " each order has one result.";

    @Override
    public void progress(Map<String, Object> counts) {
        Outcomes.of(counts).showProgress(err);
    }

    @Override
    public JobVerdict end(Map<String, Object> counts, double seconds) {
        FirstMessages.show(counts, out, OrdersTopology.SHIPMENTS);
        FirstMessages.show(counts, out, OrdersTopology.REJECTIONS);
        Outcomes outcomes = Outcomes.of(counts);
        outcomes.show(out, "shipped", "rejected", seconds);
        BookTotals books = new BookTotals(counts);
        out.printf(
                Locale.ROOT,
                "Stock      %,d pieces, %,d shipped, %,d left%n",
                books.opening(Postings.STOCK),
                books.taken(Postings.STOCK),
                books.left(Postings.STOCK));
        out.printf(
                Locale.ROOT,
                "Credit     %,.2f, %,.2f spent, %,.2f left%n",
                books.opening(Postings.CREDIT) / CENTS,
                books.taken(Postings.CREDIT) / CENTS,
                books.left(Postings.CREDIT) / CENTS);
        out.flush();
        return books.judge(outcomes, OrdersGraph.MALFORMED, quality, SOUND);
    }
}
