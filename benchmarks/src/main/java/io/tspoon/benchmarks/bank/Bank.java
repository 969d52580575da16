/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** One way to execute transfers: everything between the source and the sink. */
@FunctionalInterface
public interface Bank {
    /**
     * Adds the bank and its sink to a program.
     *
     * @param transfers what to execute
     * @param run what the bank should know of the run
     */
    void build(DataStream<Transfer> transfers, Run run);

    /** How many elements reach the sink for each transfer. */
    default int resultsPerTransfer() {
        return 1;
    }

    /** What each access costs besides. */
    default BusyWork busyWork() {
        return BusyWork.NONE;
    }

    /** How the states are arranged. */
    default Topology topology() {
        return Topology.ONE_STATE;
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
