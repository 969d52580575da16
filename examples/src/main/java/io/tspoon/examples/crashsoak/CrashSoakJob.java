/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.BalanceReader;
import io.tspoon.examples.trial.Observer;
import io.tspoon.examples.trial.SinkFiles;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.transaction.Durability;

import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The main program: crashes a job at random and judges what is left of its transactions.
 *
 * <p>Exit codes: 0 if the oracle is satisfied; 1 if it is not, if the job does not reach its end,
 * or if it has not crashed as it should; 2 for an invalid command line.
 */
@Command(
        name = "crash-soak",
        mixinStandardHelpOptions = true,
        version = "tspoon crash soak",
        sortOptions = false,
        description = {
            "Settles transfers between accounts while the job crashes at random, tells each result"
                    + " at once to an observer outside the job, reads balances by queries, and"
                    + " judges what is true in the end.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 the oracle holds; 1 it does not, the job does not end, nothing crashed,"
                    + " nothing was read, or a kind of --crashes never happened; 2 wrong use."
        })
public final class CrashSoakJob implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What crashes. */
    enum Mode {
        /** Tasks and TaskManagers. */
        MINICLUSTER,
        /** Processes. */
        PROCESSES;

        /** The kinds of crashes that are possible. */
        Set<CrashKind> kinds(Durability durability) {
            Set<CrashKind> kinds = EnumSet.allOf(CrashKind.class);
            kinds.removeIf(
                    kind ->
                            switch (kind.trigger()) {
                                case ELEMENT, CHECKPOINT, RECOVERY -> false;
                                case DRIVER -> this != MINICLUSTER;
                                case KILL -> this != PROCESSES;
                                case LOG -> this != PROCESSES || durability != Durability.LOG;
                                case REPLAY -> durability != Durability.LOG;
                            });
            return kinds;
        }
    }

    @Option(
            names = "--mode",
            paramLabel = "minicluster|processes",
            description = {
                "minicluster: tasks and TaskManagers of a cluster in this process.",
                "processes: the job has a process of its own, which is killed.",
                "Default: ${DEFAULT-VALUE}."
            })
    private Mode mode = Mode.MINICLUSTER;

    @Option(
            names = "--crashes",
            paramLabel = "KIND",
            split = ",",
            description = {
                "Only crashes of these kinds, separated by commas, such as before_log,logged; each",
                "has to happen, and the last transfers come slower until they have. Default: all",
                "that the mode and the durability have, as far as there is time."
            })
    private @Nullable Set<CrashKind> crashes;

    @Mixin private final SoakOptions options = new SoakOptions();
    @Spec private CommandSpec spec;

    private final boolean logsToFile;

    private CrashSoakJob(boolean logsToFile) {
        this.logsToFile = logsToFile;
    }

    public static void main(String[] args) {
        System.exit(run(new CrashSoakJob(true), args, writer(System.out), writer(System.err)));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** Runs the soak and returns its exit code; logs as this process does. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return run(new CrashSoakJob(false), args, out, err);
    }

    private static int run(CrashSoakJob job, String[] args, PrintWriter out, PrintWriter err) {
        return new CommandLine(job)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(CrashSoakJob::explainWrongUse)
                .execute(args);
    }

    @Override
    public Integer call() throws Exception {
        SoakSettings settings = options.settings();
        WantedCrashes wanted = new WantedCrashes(kinds(settings.durability()), crashes != null);
        options.checkUnused(settings);
        if (logsToFile) {
            FlinkLog.to(settings.directory().resolve("flink.log"));
        }
        SoakReport report = new SoakReport(spec.commandLine().getOut(), settings, wanted);
        if (!soak(settings, wanted, report)) {
            return CommandLine.ExitCode.SOFTWARE;
        }
        if (options.hasOwnDirectory()) {
            FileUtils.deleteDirectory(settings.directory().toFile());
        }
        return CommandLine.ExitCode.OK;
    }

    private Set<CrashKind> kinds(Durability durability) {
        Set<CrashKind> kinds = mode.kinds(durability);
        if (crashes == null) {
            return kinds;
        }
        if (!kinds.containsAll(crashes)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "there are no such crashes here, --crashes="
                            + crashes
                            + ", --mode="
                            + mode
                            + ", --durability="
                            + durability
                            + ". Give some of "
                            + kinds);
        }
        return crashes;
    }

    private boolean soak(SoakSettings settings, WantedCrashes wanted, SoakReport report)
            throws Exception {
        QueryPorts ports = QueryPorts.free();
        try (Observer observer = new Observer(settings.observed());
                BalanceReader reader = ports.reader()) {
            SoakRun run =
                    mode == Mode.MINICLUSTER
                            ? new ClusterSoak(settings, wanted, observer, ports).run()
                            : new ProcessSoak(settings, wanted, observer, ports).run();
            observer.awaitAll(PATIENCE);
            Verdict verdict =
                    settings.oracle()
                            .judge(
                                    SinkFiles.read(settings.results()),
                                    observer.observations(),
                                    reader.readings());
            return report.show(run, verdict);
        } catch (Exception e) {
            report.fail("the run did not come to its end: " + e.getMessage());
            throw e;
        }
    }

    private static int explainWrongUse(CommandLine.ParameterException wrong, String[] args) {
        PrintWriter err = wrong.getCommandLine().getErr();
        err.println("Cannot run crash-soak: " + wrong.getMessage() + ". See --help.");
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
        return CommandLine.ExitCode.USAGE;
    }
}
