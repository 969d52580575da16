/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.examples.cli.LogOptions;
import io.tspoon.query.client.Consistency;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Files;
import java.nio.file.Path;

/** The command-line options. */
final class HistoryOptions {
    /** The mechanisms of concurrency control, named as on the command line. */
    enum Mechanism {
        LB(ConcurrencyControl.LOCK_BASED),
        TB(ConcurrencyControl.TIMESTAMP_BASED),
        DT(ConcurrencyControl.DETERMINISTIC);

        private final ConcurrencyControl control;

        Mechanism(ConcurrencyControl control) {
            this.control = control;
        }
    }

    /**
     * With fewer, a failure would take back more transactions than are committed until the next
     * checkpoint.
     */
    private static final int FEWEST_BETWEEN_FAILURES = 10;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "Where the history goes, lines of JSON.")
    private Path out;

    @Option(
            names = "--workload",
            paramLabel = "append|register",
            description = {
                "append: keys hold lists, transactions read them and append to them.",
                "register: keys hold numbers, transactions read and replace them.",
                "Default: ${DEFAULT-VALUE}."
            })
    private Workload workload = Workload.APPEND;

    @Option(
            names = "--transactions",
            paramLabel = "N",
            description = {
                "Random ones of the stream, before the last read.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int transactions = 2_000;

    @Option(
            names = "--calls",
            paramLabel = "N",
            description = {
                "Have so many more executed by calls over HTTP meanwhile, in the same history.",
                "Default: no calls."
            })
    private int calls;

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "The fewer, the more conflicts. Default: ${DEFAULT-VALUE}.")
    private int keys = 5;

    @Option(
            names = "--states",
            paramLabel = "1|2",
            description = {
                "Stateful operators that hold the keys; with 2, even and odd keys apart.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int states = 2;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Other transactions. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Instances of each operator. Default: ${DEFAULT-VALUE}.")
    private int parallelism = 4;

    @Option(
            names = "--max-in-flight",
            paramLabel = "N",
            description = "Transactions at a time, of each instance. Default: ${DEFAULT-VALUE}.")
    private int maxInFlight = 16;

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description = "PL1, PL2, PL3 or PL4. Default: ${DEFAULT-VALUE}.")
    private IsolationLevel isolation = IsolationLevel.PL3;

    @Option(
            names = "--concurrency-control",
            paramLabel = "LB|TB|DT",
            description = {
                "By locks, by timestamps, or by deterministic chains, which are PL4 always.",
                "Default: ${DEFAULT-VALUE}."
            })
    private Mechanism mechanism = Mechanism.TB;

    @Option(
            names = "--checkpoint-ms",
            paramLabel = "N",
            description = "Milliseconds between checkpoints. Default: no checkpoints.")
    private @Nullable Integer checkpointMs;

    @Option(
            names = "--fail-every",
            paramLabel = "N",
            description = {
                "Fail inside every Nth transaction and restart from the last checkpoint.",
                "Transactions then come in bursts of 2N/5 for each checkpoint."
            })
    private @Nullable Integer failEvery;

    @Option(
            names = "--queries",
            paramLabel = "N",
            description = {
                "Read keys over HTTP meanwhile, N times, and write that into the history too.",
                "Default: no queries."
            })
    private int queries;

    @Option(
            names = "--query-consistency",
            paramLabel = "snapshot|fresh",
            description = {
                "What queries read: any snapshot, or one with all results so far.",
                "Default: ${DEFAULT-VALUE}."
            })
    private Freshness queryConsistency = Freshness.SNAPSHOT;

    @Mixin private final LogOptions log = new LogOptions();

    /** The consistencies of queries, named as on the command line. */
    private enum Freshness {
        SNAPSHOT,
        FRESH
    }

    /**
     * Checks the options.
     *
     * @throws ParameterException if an option is invalid, or two contradict each other
     */
    HistorySettings settings() {
        checkRange("--transactions", transactions, 1, 10_000_000);
        checkRange("--calls", calls, 0, 1_000_000);
        checkRange("--keys", keys, 1, 1_000_000);
        checkRange("--states", states, 1, 2);
        checkRange("--parallelism", parallelism, 1, 128);
        checkRange("--max-in-flight", maxInFlight, 1, 1_000_000);
        if (checkpointMs != null) {
            // Flink does not allow shorter intervals.
            checkRange("--checkpoint-ms", checkpointMs, 10, Integer.MAX_VALUE);
        }
        if (failEvery != null) {
            checkRange("--fail-every", failEvery, FEWEST_BETWEEN_FAILURES, Integer.MAX_VALUE);
            if (checkpointMs == null) {
                throw wrong("--fail-every needs checkpoints to restart from. Add --checkpoint-ms");
            }
        }
        checkRange("--queries", queries, 0, 1_000_000);
        if (queries > 0 && failEvery != null) {
            throw wrong(
                    "--queries and --fail-every do not go together: without a log, a failure takes"
                            + " back what queries have seen. Leave one out");
        }
        return new HistorySettings(
                workload,
                isolation,
                mechanism.control,
                log.location(),
                transactions,
                calls,
                keys,
                states,
                parallelism,
                maxInFlight,
                seed,
                checkpointMs == null ? 0 : checkpointMs,
                failEvery == null ? 0 : failEvery,
                queries,
                queryConsistency == Freshness.FRESH ? Consistency.fresh() : Consistency.snapshot(),
                writable(out.toAbsolutePath().normalize()));
    }

    private void checkRange(String option, int value, int lowest, int highest) {
        if (value < lowest || value > highest) {
            throw wrong(
                    "the value is out of range, "
                            + option
                            + "="
                            + value
                            + ". Give "
                            + lowest
                            + " to "
                            + highest);
        }
    }

    private Path writable(Path file) {
        Path directory = file.getParent();
        boolean writable =
                Files.exists(file)
                        ? Files.isRegularFile(file) && Files.isWritable(file)
                        : directory != null && Files.isWritable(directory);
        if (!writable) {
            throw wrong(
                    "the file cannot be written, --out="
                            + file
                            + ". Make its directory, or give another path");
        }
        return file;
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
