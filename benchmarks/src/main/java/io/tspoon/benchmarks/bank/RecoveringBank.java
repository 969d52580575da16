/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.BusyWork;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Setting;
import io.tspoon.benchmarks.measure.Topology;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.EnumSet;
import java.util.Set;

/**
 * A bank of which the recovery is measured, see {@link RecoveryRunner}.
 *
 * @param guarantee mechanism and level
 * @param transactions that are logged, and then repeated
 */
record RecoveringBank(Guarantee guarantee, int transactions) implements Bank {
    /** With a log or without one, over the same state. */
    TransactionalBank bank(Logging logging) {
        return new TransactionalBank(guarantee, Topology.ONE_STATE, BusyWork.NONE, false, logging);
    }

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        bank(Logging.BY_KEY).build(transfers, run);
    }

    @Override
    public Logging logging() {
        return Logging.BY_KEY;
    }

    /** Jobs of so many transactions each, the first of which is cold. */
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
