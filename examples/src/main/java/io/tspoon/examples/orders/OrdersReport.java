/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.Outcomes;
import io.tspoon.examples.messages.FirstMessages;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;

/** Prints what happened to all orders, and whether stock and credit agree with it. */
record OrdersReport(PrintWriter out, PrintWriter err) implements ExampleFlink.Report {
    private static final double CENTS = 100;
    private static final String SOUND =
            "Sound: nothing is negative, what was shipped and paid is what is gone,"
                    + " each order has one result.";

    @Override
    public void progress(Map<String, Object> counts) {
        Outcomes.of(counts).showProgress(err);
    }

    @Override
    public boolean end(Map<String, Object> counts, double seconds) {
        FirstMessages.show(counts, out, OrdersTopology.SHIPMENTS);
        FirstMessages.show(counts, out, OrdersTopology.REJECTIONS);
        Outcomes outcomes = Outcomes.of(counts);
        outcomes.show(out, "shipped", "rejected", seconds);
        BookTotals books = BookTotals.of(counts);
        out.printf(
                Locale.ROOT,
                "Stock      %,d pieces, %,d shipped, %,d left%n",
                books.stockOpening(),
                books.stockTaken(),
                books.stockLeft());
        out.printf(
                Locale.ROOT,
                "Credit     %,.2f, %,.2f spent, %,.2f left%n",
                books.creditOpening() / CENTS,
                books.creditTaken() / CENTS,
                books.creditLeft() / CENTS);
        boolean sound = isSound(outcomes, books);
        out.println(sound ? SOUND : problem(outcomes, books));
        out.flush();
        return sound;
    }

    private static boolean isSound(Outcomes outcomes, BookTotals books) {
        return outcomes.areComplete() && areClosed(outcomes, books) && books.wrong() == 0;
    }

    private static boolean areClosed(Outcomes outcomes, BookTotals books) {
        return books.keys() > 0 || outcomes.commits() == 0;
    }

    private static String problem(Outcomes outcomes, BookTotals books) {
        if (!areClosed(outcomes, books)) {
            return Outcomes.NOT_ENDED;
        }
        return "NOT SOUND: wrong balances="
                + books.wrong()
                + ", messages="
                + outcomes.inputs()
                + ", results="
                + outcomes.results();
    }
}
