/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Verdict;

import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints what happened in a run, and what the oracle says. */
final class SoakReport {
    private final PrintWriter out;
    private final SoakSettings settings;

    SoakReport(PrintWriter out, SoakSettings settings) {
        this.out = out;
        this.settings = settings;
    }

    /** Prints all; true if the run is as it should be. */
    boolean show(SoakRun run, Verdict verdict) {
        showRun(run);
        showVerdict(verdict);
        boolean holds = verdict.holds() && run.unplanned().isEmpty();
        if (holds) {
            out.println("Verdict: the oracle holds.");
            return true;
        }
        if (!verdict.holds()) {
            fail("the oracle does not hold, violations=" + verdict.violations());
            verdict.firstViolations().forEach(violation -> out.println("  " + violation));
        }
        if (!run.unplanned().isEmpty()) {
            fail("the job failed though no crash was planned, times=" + run.unplanned().size());
            run.unplanned().stream().limit(2).forEach(out::println);
        }
        return false;
    }

    /** Tells what to run again, and where to look. */
    void fail(String why) {
        out.println(
                "Verdict: "
                        + why
                        + ", seed="
                        + settings.seed()
                        + ", files="
                        + settings.directory());
    }

    private void showRun(SoakRun run) {
        int crashes = run.crashes().values().stream().mapToInt(Integer::intValue).sum();
        String kinds =
                run.crashes().entrySet().stream()
                        .map(SoakReport::words)
                        .collect(Collectors.joining(", "));
        out.println("Crashes: " + crashes + (kinds.isEmpty() ? "" : " (" + kinds + ")"));
        out.println("Recoveries: " + run.recoveries());
    }

    private static String words(Map.Entry<CrashKind, Integer> kind) {
        return kind.getKey().words() + " " + kind.getValue();
    }

    private void showVerdict(Verdict verdict) {
        out.println(
                "Observed at once: "
                        + verdict.observed()
                        + " results, of these seen again as before "
                        + verdict.repeated()
                        + ", revoked "
                        + verdict.revoked());
        out.println(
                "Checked: "
                        + (verdict.committed() + verdict.aborted())
                        + " transactions in the sink, of "
                        + settings.count()
                        + " transfers; committed "
                        + verdict.committed()
                        + ", aborted "
                        + verdict.aborted());
    }
}
