/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Executes payment orders: each debits one account and credits another, in one transaction.
 *
 * <p>Started by itself it runs on an embedded Flink; started by {@code flink run}, on that cluster.
 * Exit codes: 0 when all is well, 1 when the job failed or its books do not balance, 2 for a
 * command line that cannot be followed.
 */
@Command(
        name = "bank",
        mixinStandardHelpOptions = true,
        version = "tspoon bank example",
        sortOptions = false,
        description = {
            "Executes payment orders: each debits one account and credits another, in one"
                    + " transaction. An order that the payer's balance does not cover is aborted.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 all is well; 1 the job failed, or its books do not balance; 2 wrong use."
        })
public final class BankJob implements Callable<Integer> {
    private static final double NANOS_PER_SECOND = 1e9;

    @Mixin private final BankOptions options = new BankOptions();
    @Spec private CommandSpec spec;

    private BankJob() {}

    public static void main(String[] args) {
        int code = run(args, writer(System.out), writer(System.err));
        if (isEmbedded(StreamExecutionEnvironment.getExecutionEnvironment())) {
            System.exit(code);
        } else if (code == CommandLine.ExitCode.USAGE) {
            throw new ProgramParametrizationException("See above.");
        } else if (code != CommandLine.ExitCode.OK) {
            throw new IllegalStateException("Cannot run job: see above, exitCode=" + code);
        }
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, Charset.defaultCharset());
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return new CommandLine(new BankJob())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(BankJob::explainWrongUse)
                .setExecutionExceptionHandler(BankJob::explain)
                .execute(args);
    }

    @Override
    public Integer call() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        boolean embedded = isEmbedded(env);
        if (embedded) {
            env = StreamExecutionEnvironment.createLocalEnvironment(embeddedConfiguration());
        }
        BankSettings settings = BankSettings.of(options, embedded);
        if (settings.parallelism() > 0) {
            env.setParallelism(settings.parallelism());
        }
        // All elements are immutable.
        env.getConfig().enableObjectReuse();
        new BankTopology(env, settings).build();
        long start = System.nanoTime();
        JobClient client = env.executeAsync("bank");
        if (!embedded && !env.getConfiguration().get(DeploymentOptions.ATTACHED)) {
            spec.commandLine().getOut().println("Submitted, job=" + client.getJobID());
            return CommandLine.ExitCode.OK;
        }
        JobWatch watch = new JobWatch(client);
        if (embedded && settings.canBeDrained()) {
            watch.drainOnInterrupt();
        }
        try {
            Totals totals = watch.await(new Progress(spec.commandLine().getErr()));
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            new Summary(spec.commandLine().getOut())
                    .show(totals, seconds, settings.files().rejects());
            return totals.areSound() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } finally {
            watch.reported();
        }
    }

    private static boolean isEmbedded(StreamExecutionEnvironment env) {
        return env instanceof LocalStreamEnvironment;
    }

    /** Accumulators travel with heartbeats, so these set the pace of live progress. */
    private static Configuration embeddedConfiguration() {
        Configuration configuration = new Configuration();
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(500));
        return configuration;
    }

    private static int explainWrongUse(CommandLine.ParameterException wrong, String[] args) {
        PrintWriter err = wrong.getCommandLine().getErr();
        err.println("Cannot run bank: " + wrong.getMessage() + ". See --help.");
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
        return CommandLine.ExitCode.USAGE;
    }

    private static int explain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        boolean wrongUse =
                failure instanceof WrongUseException || failure instanceof InvalidGraphException;
        if (wrongUse) {
            commandLine.getErr().println(failure.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        commandLine.getErr().println("The job failed: " + cause);
        return CommandLine.ExitCode.SOFTWARE;
    }
}
