/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.report.Page;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** Makes the report for people from those for programs, at any time after the run. */
@Command(
        name = "report",
        description = "Makes a page of results that were written by --json or --out.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Results, one workload each.")
    private List<Path> files;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write one page with plots here, which needs no network.")
    private @Nullable Path html;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write tables and Mermaid plots here.")
    private @Nullable Path markdown;

    @Override
    public Integer call() throws IOException {
        Arguments arguments = new Arguments(spec);
        arguments.require(
                html != null || markdown != null,
                "Nothing to write: name a file with --html or --markdown, or one with each");
        arguments.requireWritable("--html", html);
        arguments.requireWritable("--markdown", markdown);
        Page page = new Page(arguments.read(() -> JsonFiles.results(files)));
        if (html != null) {
            Files.writeString(html, page.html());
        }
        if (markdown != null) {
            Files.writeString(markdown, page.markdown());
        }
        return 0;
    }
}
