/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.Progress;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.benchmarks.report.Page;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** Runs any workloads, one after the other, and says what came of it. */
@Command(
        name = "benchmarks/run",
        description = "Runs workloads, each in several configurations side by side.",
        sortOptions = false,
        subcommands = {
            RoundCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            GuardCommand.class,
            MemoryCommand.class
        },
        footer = "%nBesides: benchmarks/run micro [PATTERN] runs the JMH benchmarks.")
final class RunCommand implements Callable<Integer> {
    private static final String PAGE = "report.html";
    private static final String MARKDOWN = "report.md";

    private final List<Workload> known;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description =
                    "A1 to A19, B-GS, B-SL, B-OB, B-TP, C, D, E1, F; A or B for all of them; all.")
    private List<String> ids = List.of();

    @Mixin private RunOptions options;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the results of the only workload here.")
    private @Nullable Path json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write the results of each workload here, and of all report.html and"
                            + " report.md.")
    private @Nullable Path directory;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    /**
     * @param known workloads that can be named
     */
    RunCommand(List<Workload> known) {
        this.known = known;
    }

    @Override
    public Integer call() throws Exception {
        options.check();
        List<WorkloadRun> runs = runs();
        if (json != null && runs.size() > 1) {
            throw wrong("--json is for one workload. Use --out for several.");
        }
        checkOutputs(runs);
        PrintWriter err = spec.commandLine().getErr();
        noteUnused(runs, err);
        Progress progress =
                new Progress(
                        err,
                        runs.stream().mapToInt(WorkloadRun::steps).sum(),
                        options.settings(1).estimatedSeconds());
        boolean failed = false;
        List<JsonNode> reports = new ArrayList<>();
        for (WorkloadRun run : runs) {
            Comparison comparison = run.run(progress, err);
            failed |= !comparison.failures().isEmpty();
            report(run.workload(), comparison, reports);
        }
        return failed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private void checkOutputs(List<WorkloadRun> runs) {
        Arguments arguments = new Arguments(spec);
        arguments.requireWritable("--json", json);
        arguments.makeDirectory("--out", directory);
        if (directory != null) {
            for (WorkloadRun run : runs) {
                arguments.requireWritable("--out", results(directory, run.workload()));
            }
            arguments.requireWritable("--out", directory.resolve(PAGE));
            arguments.requireWritable("--out", directory.resolve(MARKDOWN));
        }
    }

    private void noteUnused(List<WorkloadRun> runs, PrintWriter err) {
        for (WorkloadRun run : runs) {
            List<String> unused = options.unusedIn(run.workload());
            if (!unused.isEmpty()) {
                err.println(
                        run.workload().id()
                                + " does not go by these options: "
                                + String.join(", ", unused));
            }
        }
        err.flush();
    }

    private static Path results(Path directory, Workload workload) {
        return directory.resolve(workload.id() + ".json");
    }

    private void report(Workload workload, Comparison comparison, List<JsonNode> reports)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        JsonNode report =
                new JsonReport(
                                workload,
                                comparison,
                                options.settings(options.rounds()),
                                options.isForked())
                        .root();
        new Page(List.of(report)).print(out);
        if (json != null) {
            JsonFiles.write(report, json);
            out.println("Written: " + json);
        }
        if (directory != null) {
            JsonFiles.write(report, results(directory, workload));
            reports.add(report);
            Page page = new Page(reports);
            Files.writeString(directory.resolve(PAGE), page.html());
            Files.writeString(directory.resolve(MARKDOWN), page.markdown());
            out.println("Written: " + directory.resolve(PAGE));
        }
        out.flush();
    }

    private List<WorkloadRun> runs() {
        Set<Workload> workloads = new LinkedHashSet<>();
        for (String id : ids) {
            List<Workload> matching = Workloads.matching(known, id);
            if (matching.isEmpty()) {
                throw wrong("Unknown workload: " + id + ". Known: " + known());
            }
            workloads.addAll(matching);
        }
        if (workloads.isEmpty()) {
            throw wrong("Name a workload. Known: " + known());
        }
        checkNames(workloads);
        List<WorkloadRun> runs = new ArrayList<>();
        for (Workload workload : workloads) {
            List<Configuration> chosen = chosen(workload);
            if (!chosen.isEmpty()) {
                runs.add(new WorkloadRun(workload, chosen, options));
            }
        }
        return runs;
    }

    private List<Configuration> chosen(Workload workload) {
        List<String> names = options.configurations();
        List<Configuration> chosen = new ArrayList<>(workload.configurations());
        if (names != null) {
            chosen.clear();
            for (String name : names) {
                Configuration configuration = workload.named(name);
                if (configuration != null) {
                    chosen.add(configuration);
                }
            }
        }
        return chosen;
    }

    private void checkNames(Set<Workload> workloads) {
        List<String> names = options.configurations();
        for (String name : names == null ? List.<String>of() : names) {
            if (workloads.stream().allMatch(workload -> workload.named(name) == null)) {
                String known =
                        workloads.stream()
                                .flatMap(workload -> workload.configurations().stream())
                                .map(Configuration::name)
                                .collect(Collectors.joining(", "));
                throw wrong("Unknown configuration: " + name + ". Known: " + known);
            }
        }
    }

    private String known() {
        return known.stream().map(Workload::id).collect(Collectors.joining(", "));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
