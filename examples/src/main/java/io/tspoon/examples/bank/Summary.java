/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints what happened to all orders, and tells whether the books balance. */
final class Summary {
    private final PrintWriter out;
    private final InputQuality quality;

    Summary(PrintWriter out, InputQuality quality) {
        this.out = out;
        this.quality = quality;
    }

    /**
     * @param seconds time from the start of the job to its end
     * @param rejects path of the malformed lines
     * @return the verdict, which is not printed yet
     */
    JobVerdict show(Totals totals, double seconds, String rejects) {
        line("Orders     %,d", totals.orders());
        if (totals.calls() > 0) {
            line("Calls      %,d", totals.calls());
        }
        if (totals.rejects() > 0) {
            line("Malformed  %,d, see %s", totals.rejects(), rejects);
        }
        line(
                "Results    %,d committed, %,d aborted, %,d retried executions",
                totals.commits(), totals.aborts(), totals.retries());
        line(
                "Time       %.1f s with the start of Flink; %s",
                seconds, Progress.latency(new long[0], totals.latencies()));
        line("Accounts   %,d", totals.accounts());
        line("Opening    %20s in all accounts", Money.format(totals.opening()));
        line("Closing    %20s", Money.format(totals.closing()));
        line("Difference %20s", Money.format(totals.closing() - totals.opening()));
        out.flush();
        return verdict(totals);
    }

    private JobVerdict verdict(Totals totals) {
        if (totals.areSound()) {
            return quality.judge(
                    totals.orders(),
                    totals.rejects(),
                    "money is conserved, no balance is negative, each order has one result.");
        }
        if (!totals.areFinal()) {
            return JobVerdict.notEnded();
        }
        if (totals.overdrawn() > 0) {
            return JobVerdict.notSound("negative balances, accounts=" + totals.overdrawn());
        }
        if (totals.opening() != totals.closing()) {
            return JobVerdict.notSound("money came or went. Below PL3, updates may be lost.");
        }
        return JobVerdict.notSound("results missing or too many, results=" + totals.results());
    }

    private void line(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }
}
