/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/**
 * Another bank with incremental checkpoints every ten seconds.
 *
 * @param bank which one; it has one state and no log
 * @param directory of the checkpoints; null before the round
 */
record CheckpointedBank(VerifiedBank bank, @Nullable String directory) implements VerifiedBank {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    CheckpointedBank(VerifiedBank bank) {
        this(bank, null);
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        try (LogDirectory checkpoints = LogDirectory.create(settings.logParent())) {
            Bank placed = new CheckpointedBank(bank, checkpoints.uri("checkpoints"));
            return new BankRunner(configuration, placed, settings).run();
        }
    }

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        org.apache.flink.configuration.Configuration checkpoints =
                new org.apache.flink.configuration.Configuration()
                        .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, INTERVAL)
                        .set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true)
                        .set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem")
                        .set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory);
        transfers.getExecutionEnvironment().configure(checkpoints);
        bank.build(transfers, run);
    }

    @Override
    public void buildKept(DataStream<Transfer> transfers, Run run) {
        bank.buildKept(transfers, run);
    }

    @Override
    public Verified verify(BankRunner.Checked run, List<Object> kept) {
        return bank.verify(run, kept);
    }

    @Override
    public @Nullable Guarantee guarantee() {
        return bank.guarantee();
    }
}
