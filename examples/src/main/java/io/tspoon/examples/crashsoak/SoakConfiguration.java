/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.WebOptions;

import java.time.Duration;

/** The configuration of the embedded Flink: checkpoints on disk, several times per second. */
final class SoakConfiguration {
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(250);
    private static final int RETAINED_CHECKPOINTS = 3;
    private static final int MOST_FAILURES_KEPT = 10_000;

    private SoakConfiguration() {}

    /** A job that restarts whenever it fails, as often as it takes. */
    static Configuration restarting(SoakSettings settings, QueryPorts ports) {
        Configuration configuration = common(settings, ports);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        return configuration;
    }

    /** A job that ends when it fails, and leaves its checkpoints. */
    static Configuration once(SoakSettings settings, QueryPorts ports) {
        Configuration configuration = common(settings, ports);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        return configuration;
    }

    private static Configuration common(SoakSettings settings, QueryPorts ports) {
        Configuration configuration = new Configuration();
        ports.addTo(configuration);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                settings.checkpoints().toUri().toString());
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, RETAINED_CHECKPOINTS);
        configuration.set(WebOptions.MAX_EXCEPTION_HISTORY_SIZE, MOST_FAILURES_KEPT);
        return configuration;
    }
}
