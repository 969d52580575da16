/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.job.Version;
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

/** Kills processes and rescales while timers are set and fire, and then judges each of them. */
@Command(
        name = "timers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Holds orders, which are paid or given up by timers, while processes are killed and the"
                    + " job is rescaled. Judges each timer: it fires once, and none of a"
                    + " transaction that has aborted.",
            ""
        })
final class TimersCommand implements Callable<Integer> {
    private static final List<Integer> PARALLELISMS = List.of(1, 2);

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = {
                "No round of faults begins later than so many seconds after the first.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int seconds = 75;

    @Option(
            names = "--log",
            paramLabel = "FILES|HDFS|KAFKA|NONE",
            description = {
                "Where the write-ahead log is; NONE is durability CHECKPOINT.",
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

    private TimersCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new TimersCommand());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        TrialSettings settings =
                TrialSettings.of(log.durability())
                        .version(Version.BOOKINGS)
                        .control(control.control());
        try (FaultGround ground =
                FaultGround.open(
                        FlinkHome.find(),
                        files.directory(),
                        log,
                        files.options(Map.of()),
                        settings)) {
            ground.trial().begin();
            Faults faults = new Faults(ground);
            Rescaling rescaling = new Rescaling(ground.cluster().rest(), ground.trial());
            long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
            int round = 0;
            do {
                out.println(faults.strike(FaultKind.TASK_MANAGER_KILLED).line());
                out.println(faults.strike(FaultKind.JOB_MANAGER_KILLED).line());
                ground.awaitTaskManagers();
                int parallelism = PARALLELISMS.get(round++ % PARALLELISMS.size());
                out.println(rescaling.bySavepoint(parallelism).line());
            } while (System.nanoTime() < end);
            BookingTrial bookings = new BookingTrial(ground.trial());
            bookings.finish();
            Verdict verdict = ground.finish();
            return report(out, bookings, verdict);
        }
    }

    private int report(PrintWriter out, BookingTrial bookings, Verdict verdict) throws Exception {
        out.println(bookings.judge().line());
        List<String> problems = bookings.problems();
        problems.forEach(problem -> out.println("  " + problem));
        int transfers = files.report(out, verdict);
        return problems.isEmpty() ? transfers : CommandLine.ExitCode.SOFTWARE;
    }
}
