/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** One way to execute transfers: everything between the source and the sink. */
public interface Bank extends Subject {
    /**
     * Adds the bank and its sink to a program.
     *
     * @param transfers what to execute
     * @param run what the bank should know of the run
     */
    void build(DataStream<Transfer> transfers, Run run);

    /**
     * What a run of it that was timed has left behind, and what that must be; null if nobody knows.
     *
     * @param name of the configuration
     * @param load what was offered
     */
    default @Nullable Auditable audited(String name, Load load) {
        return null;
    }

    @Override
    default Round run(Configuration configuration, RoundSettings settings) {
        return new BankRunner(configuration, this, settings).run();
    }

    /**
     * One run of a bank.
     *
     * @param meter name of the meter that the sink counts on
     * @param load what the source offers
     * @param timed whether results carry the start of their transfer, for latencies
     * @param log URI of a directory for the write-ahead log; null if the bank has none
     */
    record Run(String meter, Load load, boolean timed, @Nullable String log) {}
}
