/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.job.Version;
import io.tspoon.examples.trial.CallHistory;
import io.tspoon.examples.trial.Verdict;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Kills processes and rescales while others call, and then judges the job and all answers. */
@Command(
        name = "calls",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lets callers have transfers executed beside the input, while processes are killed and"
                    + " the job is rescaled. Judges what is left in the end, and every answer.",
            ""
        })
final class CallsCommand implements Callable<Integer> {
    private static final List<Integer> PARALLELISMS = List.of(4, 1, 2);

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = {
                "No round of faults begins later than so many seconds after the first.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int seconds = 120;

    @Option(
            names = "--callers",
            paramLabel = "N",
            description = "How many call at the same time. Default: ${DEFAULT-VALUE}.")
    private int callers = 8;

    @Option(
            names = "--log",
            paramLabel = "FILES|HDFS|KAFKA|NONE",
            description = {
                "Where the write-ahead log is. NONE is durability CHECKPOINT: then callers wait for"
                        + " a checkpoint.",
                "Default: ${DEFAULT-VALUE}."
            })
    private LogPlace log = LogPlace.FILES;

    @Option(
            names = "--concurrency-control",
            paramLabel = "LB|TB|DT",
            description = "Default: TB, by timestamps.")
    private Control control = Control.TB;

    @Mixin private final TrialFiles files = new TrialFiles();
    @Spec private CommandSpec spec;

    private CallsCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new CallsCommand());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        TrialSettings settings =
                TrialSettings.of(log.durability())
                        .version(Version.CALLED)
                        .control(control.control());
        try (FaultGround ground =
                        FaultGround.open(
                                FlinkHome.find(),
                                files.directory(),
                                log,
                                files.options(Map.of()),
                                settings);
                Callers calling =
                        new Callers(ground.balances().caller(), callers, log == LogPlace.NONE)) {
            ground.trial().begin();
            Faults faults = new Faults(ground);
            Rescaling rescaling = new Rescaling(ground.cluster().rest(), ground.trial());
            long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
            int round = 0;
            do {
                for (FaultKind kind : kinds()) {
                    out.println(faults.strike(kind).line());
                }
                ground.awaitTaskManagers();
                int parallelism = PARALLELISMS.get(round++ % PARALLELISMS.size());
                out.println(rescaling.bySavepoint(parallelism).line());
            } while (System.nanoTime() < end);
            CallHistory history = calling.finish();
            out.println(calling.line(history));
            Verdict verdict = ground.finish(history);
            out.println(verdict.reads().line());
            return files.report(out, verdict);
        }
    }

    private List<FaultKind> kinds() {
        return log == LogPlace.KAFKA
                ? List.of(
                        FaultKind.TASK_MANAGER_KILLED,
                        FaultKind.JOB_MANAGER_KILLED,
                        FaultKind.BROKER_RESTARTED)
                : List.of(FaultKind.TASK_MANAGER_KILLED, FaultKind.JOB_MANAGER_KILLED);
    }
}
