/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.benchmarks.queries.Sums;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Checks what has become of calls when all of them are answered: each has one result, and the sum
 * of all balances is what it was at first. Without a stream each balance is known, too.
 */
final class CallAudit {
    private static final Duration RESULTS_TIMEOUT = Duration.ofSeconds(20);

    /** The stream has others. */
    private static final int OTHER_SEED = 1_000;

    private final String configuration;
    private final Load load;
    private final boolean streamed;
    private final Sums sums;

    /**
     * @param configuration name
     * @param load of the stream, if there is one
     * @param streamed whether there is one
     */
    CallAudit(String configuration, Load load, boolean streamed) {
        this.configuration = configuration;
        this.load = load;
        this.streamed = streamed;
        this.sums = new Sums(configuration, load.initialBalance());
    }

    /** What is called in one run. */
    CalledTransfers calls(String host, int each) {
        Load other = Load.saturated(load.accounts(), load.mix(), load.seed() + OTHER_SEED);
        return new CalledTransfers(host, each, other);
    }

    /**
     * Checks one job.
     *
     * @param transfers its meter
     * @param called what was called; null if nobody has
     */
    void check(RunningJob job, URI endpoint, Meter transfers, @Nullable CalledTransfers called) {
        long sent = called == null ? 0 : called.sent();
        LongSupplier results = streamed ? transfers::called : () -> transfers.counts().results();
        if (!job.await(() -> results.getAsLong() >= sent, RESULTS_TIMEOUT)
                || results.getAsLong() != sent) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + configuration
                            + ": not as many calls have taken effect as were answered, results="
                            + results.getAsLong()
                            + ", answered="
                            + sent);
        }
        if (!streamed && called != null) {
            new Effects(configuration, load).check(endpoint, called, transfers.aborted());
        }
        sums.check(endpoint, transfers.counts());
    }

    /** All transfers of jobs that were checked. */
    Verified verified() {
        return sums.verified();
    }
}
