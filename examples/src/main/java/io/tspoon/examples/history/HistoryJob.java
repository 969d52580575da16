/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * The main program: executes random transactions on an embedded Flink and writes their history.
 *
 * <p>Exit codes: 0 if all is well, 1 if the job failed, 2 for an invalid command line.
 */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        version = "tspoon history example",
        sortOptions = false,
        description = {
            "Executes random transactions of 1 to 5 steps, one in 20 of which aborts, then one that"
                    + " reads every key. Writes what each of them did and saw, in the form of"
                    + " Jepsen's histories, so that Elle and other checkers can judge it.",
            ""
        },
        footer = {"", "Exit codes: 0 all is well; 1 the job failed; 2 wrong use."})
public final class HistoryJob implements Callable<Integer> {
    private static final double NANOS_PER_SECOND = 1e9;

    @Mixin private final HistoryOptions options = new HistoryOptions();
    @Spec private CommandSpec spec;

    private HistoryJob() {}

    public static void main(String[] args) {
        System.exit(run(args, writer(System.out), writer(System.err)));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return new CommandLine(new HistoryJob())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(HistoryJob::explainWrongUse)
                .setExecutionExceptionHandler(HistoryJob::explain)
                .execute(args);
    }

    @Override
    public Integer call() throws Exception {
        HistorySettings settings = options.settings();
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(
                        settings.parallelism(), configuration(settings));
        // All elements are immutable.
        env.getConfig().enableObjectReuse();
        String run = UUID.randomUUID().toString();
        long start = System.nanoTime();
        try (Recorder recorder = new Recorder(run, settings)) {
            List<Query> queries = execute(env, settings, run, recorder);
            List<Completion> completions = recorder.completions();
            new HistoryWriter(settings.generator(), settings.workload())
                    .write(completions, queries, settings.out());
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            summarize(settings, completions, queries, recorder.failures(), seconds);
        }
        return CommandLine.ExitCode.OK;
    }

    private static List<Query> execute(
            StreamExecutionEnvironment env, HistorySettings settings, String run, Recorder recorder)
            throws Exception {
        if (!settings.hasClients()) {
            new HistoryTopology(env, settings, run).build();
            env.execute(HistoryGraph.NAME);
            return List.of();
        }
        int port = freePort();
        Configuration endpoint = new Configuration();
        endpoint.setString("tspoon.query.port", Integer.toString(port));
        env.configure(endpoint);
        new HistoryTopology(env, settings, run).build();
        URI server = URI.create("http://localhost:" + port);
        QueryClients queries = new QueryClients(settings, recorder.pace(), server);
        CallClients calls = new CallClients(settings, recorder, server);
        try (queries;
                calls) {
            queries.start();
            calls.start();
            env.execute(HistoryGraph.NAME);
        }
        return queries.answered();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Configuration configuration(HistorySettings settings) {
        Configuration configuration = new Configuration();
        if (settings.checkpointMs() > 0) {
            configuration.set(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL,
                    Duration.ofMillis(settings.checkpointMs()));
        }
        boolean restarts = settings.failEvery() > 0;
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY, restarts ? "fixed-delay" : "none");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS,
                settings.mostFailures());
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        return configuration;
    }

    private void summarize(
            HistorySettings settings,
            List<Completion> completions,
            List<Query> queries,
            long failures,
            double seconds) {
        long committed = completions.stream().filter(Completion::committed).count();
        long attempts = completions.stream().mapToLong(Completion::attempts).sum();
        spec.commandLine()
                .getOut()
                .printf(
                        Locale.ROOT,
                        "%d transactions in %.1f s: committed %d, aborted %d, retried %d times,"
                                + " failures of the job %d, queries %d, calls %d. History in %s%n",
                        completions.size(),
                        seconds,
                        committed,
                        completions.size() - committed,
                        attempts - completions.size(),
                        failures,
                        queries.size(),
                        settings.calls(),
                        settings.out());
    }

    private static int explainWrongUse(CommandLine.ParameterException wrong, String[] args) {
        PrintWriter err = wrong.getCommandLine().getErr();
        err.println("Cannot run history: " + wrong.getMessage() + ". See --help.");
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
        return CommandLine.ExitCode.USAGE;
    }

    private static int explain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        commandLine.getErr().println("The job failed: " + cause);
        return CommandLine.ExitCode.SOFTWARE;
    }
}
