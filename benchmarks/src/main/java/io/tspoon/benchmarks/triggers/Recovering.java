/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Setting;
import io.tspoon.benchmarks.measure.Subject;

import java.util.EnumSet;
import java.util.Set;

/**
 * Chains whose job crashes when so many are over, see {@link RecoveryRunner}.
 *
 * @param steps the program
 * @param logging S-Store's strong recovery with a log, which has each transaction; its weak one
 *     without, as the source gives the first steps again
 * @param chains that are over
 */
record Recovering(Steps steps, Logging logging, long chains) implements Subject {
    /** The job, with or without its log. */
    Triggered job() {
        return new Triggered(steps, Way.BETWEEN, logging);
    }

    @Override
    public Guarantee guarantee() {
        return steps.guarantee();
    }

    /** Jobs of so many chains each, the first of which is cold. */
    @Override
    public Set<Setting> unused() {
        return EnumSet.of(
                Setting.SECONDS,
                Setting.WARM_UP,
                Setting.SUSTAINABLE,
                Setting.RECORDING,
                Setting.STORAGE_RATE);
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        return new RecoveryRunner(configuration, this, settings).run();
    }
}
