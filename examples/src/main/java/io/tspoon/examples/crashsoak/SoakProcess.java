/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Runs the job once on an embedded Flink. {@link ProcessSoak} starts it, and kills it unless it was
 * told to kill itself at some place.
 */
@Command(name = "crash-soak-process")
final class SoakProcess implements Callable<Integer> {
    private static final Duration TIME_TO_READ = Duration.ofSeconds(1);

    @Mixin private final SoakOptions options = new SoakOptions();

    @Option(names = "--started-at", required = true)
    private long startedAtMs;

    @Option(names = "--observer-port", required = true)
    private int observerPort;

    @Option(names = "--query-port", required = true)
    private int queryPort;

    @Option(names = "--epoch", required = true)
    private int epoch;

    @Option(names = "--job", required = true)
    private String job;

    @Option(names = "--crash")
    private @Nullable CrashKind crash;

    @Option(names = "--passes")
    private int passes = 1;

    @Option(names = "--owed")
    private @Nullable CrashKind owed;

    @Option(names = "--restore")
    private @Nullable String checkpoint;

    private SoakProcess() {}

    public static void main(String[] args) {
        System.exit(
                new CommandLine(new SoakProcess())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        SoakSettings settings = options.settings();
        Configuration configuration = SoakConfiguration.once(settings, new QueryPorts(queryPort));
        configuration.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, job);
        if (checkpoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(
                        settings.parallelism(), configuration);
        // All elements are immutable.
        env.getConfig().enableObjectReuse();
        RunTicket ticket = new RunTicket(job, startedAtMs, observerPort, epoch);
        new SoakTopology(settings, ticket).build(env);
        WantedCrashes wanted =
                new WantedCrashes(owed == null ? Set.of() : Set.of(owed), owed != null);
        try (PlannedCrashes crashes = new PlannedCrashes(job, wanted, SoakProcess::crash)) {
            if (crash != null) {
                crashes.arm(List.of(crash), passes);
            }
            env.execute("crash-soak");
        }
        return CommandLine.ExitCode.OK;
    }

    /** Before the log it lives on for a moment, for whoever can read what is not logged. */
    private static void crash(CrashKind kind) {
        if (kind == CrashKind.BEFORE_LOG) {
            new Thread(SoakProcess::killInAMoment, "kill").start();
        } else {
            Sigkill.thisProcess(Duration.ZERO);
        }
    }

    private static void killInAMoment() {
        try {
            Sigkill.thisProcess(TIME_TO_READ);
        } catch (IllegalStateException e) {
            e.printStackTrace(); // into the log of this process, which ProcessSoak names
            Runtime.getRuntime().halt(CommandLine.ExitCode.SOFTWARE);
        }
    }
}
