/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command-line options of a run. */
final class SoakOptions {
    /** The mechanisms of concurrency control, named as on the command line. */
    enum Mechanism {
        LB(ConcurrencyControl.LOCK_BASED),
        TB(ConcurrencyControl.TIMESTAMP_BASED),
        DT(ConcurrencyControl.DETERMINISTIC);

        private final ConcurrencyControl control;

        Mechanism(ConcurrencyControl control) {
            this.control = control;
        }

        static Mechanism of(ConcurrencyControl control) {
            for (Mechanism mechanism : values()) {
                if (mechanism.control == control) {
                    return mechanism;
                }
            }
            throw new IllegalArgumentException("No option gives it, control=" + control);
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = {
                "How long new transfers come; the run then goes on until all are settled.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int seconds = 30;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Other transfers and other crashes. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--durability",
            paramLabel = "LOG|CHECKPOINT",
            description = "What a result survives. Default: ${DEFAULT-VALUE}.")
    private Durability durability = Durability.CHECKPOINT;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Instances of each operator. Default: ${DEFAULT-VALUE}.")
    private int parallelism = 2;

    @Option(
            names = "--isolation",
            paramLabel = "PL3|PL4",
            description = "Level of isolation. Default: ${DEFAULT-VALUE}.")
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
            names = "--rate",
            paramLabel = "N",
            description = "Transfers per second. Default: ${DEFAULT-VALUE}.")
    private int rate = 500;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            description = "How many there are, 4 of them hot. Default: ${DEFAULT-VALUE}.")
    private int accounts = 100;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = {
                "Where the files go, and stay. Default: a temporary directory, which is",
                "deleted if all is well."
            })
    private @Nullable Path directory;

    /** The options that give another process the same settings. */
    static List<String> arguments(SoakSettings settings) {
        return List.of(
                "--seconds=" + settings.seconds(),
                "--seed=" + settings.seed(),
                "--durability=" + settings.durability(),
                "--parallelism=" + settings.parallelism(),
                "--isolation=" + settings.isolation(),
                "--concurrency-control=" + Mechanism.of(settings.concurrencyControl()),
                "--rate=" + settings.rate(),
                "--accounts=" + settings.accounts(),
                "--directory=" + settings.directory());
    }

    /** Whether the run has a directory of its own, which nobody else needs. */
    boolean hasOwnDirectory() {
        return directory == null;
    }

    /**
     * Checks the options, and creates the directory.
     *
     * @throws ParameterException if an option is invalid
     */
    SoakSettings settings() throws IOException {
        checkRange("--seconds", seconds, 1, 1_000_000);
        checkRange("--parallelism", parallelism, 1, 128);
        checkRange("--rate", rate, 1, 100_000);
        checkRange("--accounts", accounts, 2, 1_000_000);
        if (isolation != IsolationLevel.PL3 && isolation != IsolationLevel.PL4) {
            throw wrong(
                    "below PL3 balances need not follow from each other, --isolation="
                            + isolation
                            + ". Give PL3 or PL4");
        }
        return new SoakSettings(
                durability,
                isolation,
                mechanism.control,
                parallelism,
                seconds,
                rate,
                accounts,
                seed,
                directory());
    }

    private Path directory() throws IOException {
        if (directory == null) {
            return Files.createTempDirectory("crash-soak-");
        }
        Path absolute = directory.toAbsolutePath().normalize();
        try {
            return Files.createDirectories(absolute);
        } catch (IOException e) {
            throw wrong("the directory cannot be made, directory=" + absolute + ", reason=" + e);
        }
    }

    /** Refuses a directory that contains the results of another run. */
    void checkUnused(SoakSettings settings) {
        if (Files.exists(settings.results()) || Files.exists(settings.checkpoints())) {
            throw wrong(
                    "another run has left its files there, --directory="
                            + settings.directory()
                            + ". Give another one");
        }
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

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
