/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.Set;

/** What a configuration measures: a job, a database, a loop. */
public interface Subject {
    /**
     * Runs one round in this JVM, and checks its results.
     *
     * @throws io.tspoon.benchmarks.harness.BenchmarkException if a job fails, or a result is wrong
     */
    Round run(Configuration configuration, RoundSettings settings);

    /** Why it cannot be run here; null if it can. */
    default @Nullable String unavailable() {
        return null;
    }

    /** The database that it runs, with its version; null without one. */
    default @Nullable String database() {
        return null;
    }

    /** What transactions are promised; null for one without transactions of tspoon. */
    default @Nullable Guarantee guarantee() {
        return null;
    }

    /** Whether transactions have a key, and are logged. */
    default Logging logging() {
        return Logging.NONE;
    }

    /** How many elements reach the sink for each one of the input. */
    default int resultsPerElement() {
        return 1;
    }

    /** What each access costs besides. */
    default BusyWork busyWork() {
        return BusyWork.NONE;
    }

    /** The load under which the second latency is measured, where so much was the throughput. */
    default double loadedPerSecond(double throughput) {
        return throughput * RoundSettings.LOADED_SHARE;
    }

    /** Transfers of the run whose results are checked one by one, for one state. */
    default int verifiedTransfers() {
        return RoundSettings.VERIFIED_TRANSFERS;
    }

    /** Settings that change nothing here. */
    default Set<Setting> unused() {
        return EnumSet.of(Setting.STORAGE_RATE);
    }

    /** How the states are arranged. */
    default Topology topology() {
        return Topology.ONE_STATE;
    }
}
