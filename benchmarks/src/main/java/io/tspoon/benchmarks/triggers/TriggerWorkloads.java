/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import java.util.ArrayList;
import java.util.List;

/** S-Store's micro-benchmarks of triggers. */
public final class TriggerWorkloads {
    private static final String HEAP = "hashmap";
    private static final int MOST = 10;
    private static final int[] TRIGGERS = {1, 2, 5, MOST};
    private static final int CLIENTS = 64;
    private static final long CHAINS = 20_000;
    private static final Guarantee TB =
            new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL4);
    private static final Guarantee LB =
            new Guarantee(ConcurrencyControl.LOCK_BASED, IsolationLevel.PL4);

    private TriggerWorkloads() {}

    /** Chains of 1 to 10 triggers: between transactions, within one, and called. */
    public static Workload triggers() {
        List<Configuration> all = new ArrayList<>();
        for (int triggers : TRIGGERS) {
            Steps steps = new Steps(TB, triggers);
            all.add(of("between-" + triggers, triggered(steps, Way.BETWEEN), triggers));
            all.add(of("inside-" + triggers, triggered(steps, Way.INSIDE), triggers));
            all.add(of("calls-" + triggers, new Called(steps, CLIENTS), triggers));
        }
        Steps most = new Steps(TB, MOST);
        all.add(of("client-" + MOST, new Called(most, 1), MOST));
        all.add(of("lb-between-" + MOST, triggered(new Steps(LB, MOST), Way.BETWEEN), MOST));
        all.add(
                of(
                        "dt-between-" + MOST,
                        triggered(new Steps(Guarantee.CHAINS, MOST), Way.BETWEEN),
                        MOST));
        all.add(of("between-" + MOST + "-log", logged(most, Way.BETWEEN), MOST));
        all.add(of("inside-" + MOST + "-log", logged(most, Way.INSIDE), MOST));
        return new Workload("G1", "Triggers between transactions and within one.", "x calls", all);
    }

    /** A crash after chains of 1 to 10 triggers. */
    public static Workload recovery() {
        List<Configuration> all = new ArrayList<>();
        for (int triggers : TRIGGERS) {
            Steps steps = new Steps(TB, triggers);
            String weak = "weak-" + triggers;
            all.add(of(weak, new Recovering(steps, Logging.NONE, CHAINS), weak));
            all.add(of("strong-" + triggers, new Recovering(steps, Logging.BY_KEY, CHAINS), weak));
        }
        return new Workload("G3", "Recovery, weak and strong.", "x weak", all);
    }

    private static Subject triggered(Steps steps, Way way) {
        return new Triggered(steps, way, Logging.NONE);
    }

    private static Subject logged(Steps steps, Way way) {
        return new Triggered(steps, way, Logging.BY_KEY);
    }

    private static Configuration of(String name, Subject subject, int triggers) {
        return of(name, subject, "calls-" + triggers);
    }

    private static Configuration of(String name, Subject subject, String baseline) {
        return new Configuration(name, subject, HEAP, baseline, 0, Mix.TRANSFERS)
                .withParallelism(1); // chains have one order
    }
}
