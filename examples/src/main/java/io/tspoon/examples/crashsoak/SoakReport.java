/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Reads;
import io.tspoon.examples.trial.Verdict;

import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints what happened in a run, and the verdict of the oracle. */
final class SoakReport {
    /** After fewer the transfers may be over before anybody is answered again. */
    private static final int CRASHES_BETWEEN_ANSWERS = 3;

    private final PrintWriter out;
    private final SoakSettings settings;
    private final WantedCrashes wanted;

    SoakReport(PrintWriter out, SoakSettings settings, WantedCrashes wanted) {
        this.out = out;
        this.settings = settings;
        this.wanted = wanted;
    }

    /** Prints everything; returns whether the run is as it should be. */
    boolean show(SoakRun run, Verdict verdict) {
        showRun(run);
        showVerdict(verdict);
        boolean holds = holds(verdict);
        boolean crashed = crashedAsPlanned(run);
        boolean read = wasRead(run, verdict.reads());
        if (holds && crashed && read) {
            out.println("Verdict: the oracle holds.");
        }
        return holds && crashed && read;
    }

    private boolean holds(Verdict verdict) {
        if (!verdict.holds()) {
            fail("the oracle does not hold, violations=" + verdict.violations());
            verdict.firstViolations().forEach(violation -> out.println("  " + violation));
        }
        return verdict.holds();
    }

    private boolean crashedAsPlanned(SoakRun run) {
        boolean planned = run.unplanned().isEmpty();
        if (!planned) {
            fail("the job failed though no crash was planned, times=" + run.unplanned().size());
            run.unplanned().stream().limit(2).forEach(out::println);
        }
        if (run.crashes().isEmpty()) {
            fail(
                    "nothing crashed, so nothing was tried: the transfers were over before the"
                            + " first crash. Give more --seconds");
            return false;
        }
        if (wanted.isOwed(run.crashes())) {
            fail(
                    "crashes that were asked for never happened: the transfers were over before"
                            + " their turn. Give more --seconds, or fewer --crashes, missing="
                            + missing(run));
            return false;
        }
        return planned;
    }

    private boolean wasRead(SoakRun run, Reads reads) {
        if (reads.balances() == 0) {
            fail("no query was answered, so no balance was tried. Give more --seconds");
            return false;
        }
        boolean mayBeLuck = crashes(run) < CRASHES_BETWEEN_ANSWERS || reads.unanswered() == 0;
        if (reads.resumed() == 0 && !mayBeLuck) {
            fail("no query was answered behind a crash. Give more --seconds");
            return false;
        }
        return true;
    }

    private static int crashes(SoakRun run) {
        return run.crashes().values().stream().mapToInt(Integer::intValue).sum();
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
        int crashes = crashes(run);
        String words =
                run.crashes().entrySet().stream()
                        .map(SoakReport::words)
                        .collect(Collectors.joining(", "));
        out.println("Crashes: " + crashes + (words.isEmpty() ? "" : " (" + words + ")"));
        String missing = missing(run);
        if (!missing.isEmpty()) {
            out.println("Did not happen: " + missing);
        }
        out.println("Recoveries: " + run.recoveries());
    }

    private String missing(SoakRun run) {
        return wanted.missing(run.crashes()).stream()
                .map(CrashKind::words)
                .collect(Collectors.joining(", "));
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
        out.println(verdict.reads().line());
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
