/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;

import java.time.Duration;

/** What may be set for kept files, beside Flink's options of RocksDB. */
@PublicEvolving
public final class KeptFilesOptions {
    /** In how many other processes each instance's files are. */
    public static final ConfigOption<Integer> COPIES =
            ConfigOptions.key("tspoon.kept-files.copies")
                    .intType()
                    .defaultValue(1)
                    .withDescription(
                            "How many other processes copy the files of each instance when a"
                                    + " checkpoint is complete, so that they have them if its"
                                    + " process is lost; 0 for none.");

    /** How fast a process copies. */
    public static final ConfigOption<MemorySize> RATE =
            ConfigOptions.key("tspoon.kept-files.rate")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(50))
                    .withDescription(
                            "The most that a process reads from the storage in a second, on"
                                    + " average, for copies of a job's files.");

    /** For how long files of a job that has ended are kept. */
    public static final ConfigOption<Duration> RETENTION =
            ConfigOptions.key("tspoon.kept-files.retention")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(10))
                    .withDescription(
                            "How long a process keeps files that no running job needs any more, so"
                                    + " that a job that is stopped and started again finds them.");

    /** How much is kept in one directory of a process. */
    public static final ConfigOption<MemorySize> SIZE =
            ConfigOptions.key("tspoon.kept-files.size")
                    .memoryType()
                    .noDefaultValue()
                    .withDescription(
                            "The most that a process keeps in each of its directories; what does"
                                    + " not fit is fetched from the storage. No limit if it is not"
                                    + " set.");

    private KeptFilesOptions() {}

    /** Before the job is started with them. */
    static void check(ReadableConfig config) {
        check(COPIES, config.get(COPIES), 0);
        check(RATE, config.get(RATE).getBytes(), 1);
    }

    private static void check(ConfigOption<?> option, long value, long least) {
        if (value < least) {
            throw new IllegalConfigurationException(
                    "[TSP-2358] Cannot keep files: the value is too small, option="
                            + option.key()
                            + ", value="
                            + value
                            + ". Set it to at least "
                            + least);
        }
    }
}
