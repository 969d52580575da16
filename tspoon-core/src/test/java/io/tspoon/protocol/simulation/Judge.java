/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** Who looks at a run, in this order. */
enum Judge {
    /** The code under test refuses to go on. */
    ENGINE,
    /** Every input gets its result, in a bounded number of steps. */
    PROGRESS,
    /** What holds at every step. */
    JOURNAL,
    /** What holds at the end of every run. */
    COMPLETION,
    /** The history has no anomaly. */
    HISTORY_CHECKER,
    /** The run equals a serial one. */
    SERIAL_ORACLE,
    /** Queries see all of a transaction or nothing, and what was emitted before. */
    SNAPSHOTS;

    /** The name in {@code docs/testing.md}. */
    String inWords() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The first who finds fault with a run; null if nobody does. */
    static @Nullable Judge of(Simulation simulation, boolean entryOrder) {
        try {
            simulation.run();
        } catch (Simulation.NoProgressError e) {
            return PROGRESS;
        } catch (AssertionError e) {
            return JOURNAL;
        } catch (RuntimeException e) {
            return ENGINE;
        }
        Verdict verdict = new Verdict(simulation);
        if (fails(verdict::checkCompletion)) {
            return COMPLETION;
        }
        if (!verdict.anomalies().isEmpty()) {
            return HISTORY_CHECKER;
        }
        Runnable level = entryOrder ? verdict::checkEntryOrder : verdict::checkSerializable;
        if (fails(level)) {
            return SERIAL_ORACLE;
        }
        return fails(verdict::checkSnapshots) ? SNAPSHOTS : null;
    }

    private static boolean fails(Runnable check) {
        try {
            check.run();
            return false;
        } catch (AssertionError | RuntimeException e) {
            return true;
        }
    }
}
