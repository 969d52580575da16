/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;

import java.util.ArrayList;
import java.util.List;

/**
 * What Flink can do to make a rescale shorter, but does not do unless it is told: databases are
 * merged by importing their files instead of entry by entry, files outside the key groups are
 * dropped, and the rest is compacted afterwards. Nothing that is set is changed.
 */
final class Preset {
    static final List<ConfigOption<Boolean>> SWITCHES =
            List.of(
                    RocksDBConfigurableOptions.USE_INGEST_DB_RESTORE_MODE,
                    RocksDBConfigurableOptions.USE_DELETE_FILES_IN_RANGE_DURING_RESCALING,
                    RocksDBConfigurableOptions.INCREMENTAL_RESTORE_ASYNC_COMPACT_AFTER_RESCALE);

    private final Configuration configuration;
    private final List<String> switchedOn = new ArrayList<>();

    private Preset(Configuration configuration) {
        this.configuration = configuration;
    }

    /** Switches on what is not set. */
    static Preset on(ReadableConfig config) {
        Preset preset = new Preset(Configuration.fromMap(config.toMap()));
        for (ConfigOption<Boolean> option : SWITCHES) {
            if (config.getOptional(option).isEmpty()) {
                preset.configuration.set(option, true);
                preset.switchedOn.add(option.key());
            }
        }
        return preset;
    }

    /** With what was set, and what is switched on. */
    Configuration configuration() {
        return configuration;
    }

    /** Keys of the options that were not set. */
    List<String> switchedOn() {
        return switchedOn;
    }
}
