/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.TrialSettings.Archive;
import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.transaction.Durability;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Rescales a job under load, live and by savepoint, up and down, and then judges the job. */
@Command(
        name = "rescale",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Rescales a job under load, live by the adaptive scheduler and by savepoint, prints how"
                    + " long results paused, and judges what is left in the end.",
            ""
        })
final class RescaleCommand implements Callable<Integer> {
    /** Options that allow live rescaling, and recovery from local copies of the state. */
    static final Map<String, String> ADAPTIVE =
            Map.of(
                    "jobmanager.scheduler",
                    "adaptive",
                    "jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling",
                    "1 s",
                    "execution.state-recovery.from-local",
                    "true",
                    "execution.checkpointing.incremental",
                    "true",
                    "metrics.fetcher.update-interval",
                    "500 ms");

    /** Each differs from the one before, and from the parallelism at the beginning. */
    private static final List<Integer> TURNS = List.of(LoopbackCluster.SLOTS, 1, 2);

    /** Each change of as many is one that a guard repairs. */
    private static final int GUARDED = 10;

    /** Each change of as many is a process that is killed, if any is. */
    private static final int KILLED = 5;

    private static final Duration LONGEST = Duration.ofSeconds(10);

    @Option(
            names = "--backend",
            paramLabel = "HEAP|ROCKSDB",
            description = {
                "ROCKSDB has incremental checkpoints. Both recover from local copies.",
                "Default: ${DEFAULT-VALUE}."
            })
    private Backend backend = Backend.HEAP;

    @Option(
            names = "--document-bytes",
            paramLabel = "N",
            description = {
                "A document of so many bytes is kept of each of the newest transfers.",
                "Default: ${DEFAULT-VALUE}, none."
            })
    private int documentBytes;

    @Option(
            names = "--documents",
            paramLabel = "N",
            description = {
                "How many; 50 come in a second, and all must be there before anything changes.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int documents = 250;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often all is done. Default: ${DEFAULT-VALUE}.")
    private int rounds = 1;

    @Option(
            names = "--knob",
            paramLabel = "N",
            description = {
                "Instead: N changes by the knob of a gateway, each of which must restart the job"
                        + " once, and one in ten by a vertex that somebody moves, which a guard"
                        + " has to repair within 10 s."
            })
    private int knobChanges;

    @Option(
            names = "--kills",
            description =
                    "With --knob: one in five is no change, but a TaskManager that is killed, and"
                            + " replaced at once.")
    private boolean isKilled;

    @Option(
            names = "--lost",
            paramLabel = "N",
            description = {
                "Instead: N times a TaskManager is killed, and replaced only when results are"
                        + " timely again. What is left has slots for all."
            })
    private int lost;

    @Mixin private final StorageOptions storage = new StorageOptions();
    @Mixin private final TrialFiles files = new TrialFiles();
    @Spec private CommandSpec spec;

    private RescaleCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new RescaleCommand());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Path directory = files.directory();
        FlinkHome home = FlinkHome.find();
        try (LoopbackCluster cluster =
                LoopbackCluster.start(
                        home,
                        directory,
                        storage.library(home, directory),
                        storage.options(directory, files.options(ADAPTIVE)))) {
            Trial trial = cluster.trial("rescale", home.jobJar(), settings());
            trial.begin();
            Rescaling rescaling = new Rescaling(cluster.rest(), trial);
            if (knobChanges > 0) {
                turn(out, home, cluster, trial, rescaling);
            } else if (lost > 0) {
                lose(out, cluster, trial, rescaling);
            } else {
                rescale(out, trial, rescaling);
            }
            Verdict verdict = trial.finish();
            return files.report(out, verdict);
        }
    }

    private void rescale(PrintWriter out, Trial trial, Rescaling rescaling) throws Exception {
        for (int round = 0; round < rounds; round++) {
            for (int parallelism : List.of(LoopbackCluster.SLOTS, 1, 2)) {
                trial.awaitFull();
                out.println(rescaling.live(parallelism).line());
            }
            for (int parallelism : List.of(LoopbackCluster.SLOTS, 2)) {
                trial.awaitFull();
                out.println(rescaling.bySavepoint(parallelism).line());
            }
        }
    }

    private void lose(PrintWriter out, LoopbackCluster cluster, Trial trial, Rescaling rescaling)
            throws Exception {
        for (int process = 0; process < lost; process++) {
            trial.awaitFull();
            rescaling.spread();
            trial.awaitSteady();
            rescaling.awaitCopies();
            out.println(rescaling.lose(cluster).line());
        }
    }

    private void turn(
            PrintWriter out,
            FlinkHome home,
            LoopbackCluster cluster,
            Trial trial,
            Rescaling rescaling)
            throws Exception {
        Path log = files.directory().resolve("gateway.log");
        try (Knob knob = Knob.start(home, cluster.rest().address(), log, true)) {
            for (int change = 0; change < knobChanges; change++) {
                trial.awaitFull();
                int parallelism = TURNS.get(change % TURNS.size());
                if (isKilled && change % KILLED == 0) {
                    out.println(rescaling.kill(cluster).line());
                } else if (change % GUARDED == GUARDED - 1) {
                    RescaleStep step = rescaling.guarded(parallelism);
                    out.println(step.line());
                    if (step.pause().compareTo(LONGEST) > 0) {
                        throw new IllegalStateException("Cannot go on: the guard was too slow");
                    }
                } else {
                    String line = rescaling.byKnob(knob, parallelism).line();
                    out.println(line + "  " + knob.phases(trial.job()));
                }
            }
        }
    }

    private TrialSettings settings() {
        TrialSettings settings =
                storage.of(TrialSettings.of(Durability.CHECKPOINT).options(backend.options()));
        return documentBytes > 0
                ? settings.archive(new Archive(documents, documentBytes))
                : settings;
    }
}
