/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.ExampleCommand;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.messages.KafkaSettings;
import io.tspoon.examples.messages.KafkaTopics;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The main program: executes payment orders. Each debits one account and credits another in one
 * transaction.
 *
 * <p>Run on its own it starts an embedded Flink; with {@code flink run} it runs on that cluster.
 * Exit codes are those of {@link ExampleCommand}.
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
        footer = {"", ExampleCommand.EXIT_CODES})
public final class BankJob implements Callable<Integer> {
    @Mixin private final BankOptions options = new BankOptions();
    @Spec private CommandSpec spec;

    private BankJob() {}

    public static void main(String[] args) {
        ExampleCommand.main(new BankJob(), args);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return ExampleCommand.run(new BankJob(), args, out, err);
    }

    @Override
    public Integer call() throws Exception {
        BankSettings settings = BankSettings.of(options, ExampleFlink.isEmbedded());
        PrintWriter out = spec.commandLine().getOut();
        KafkaSettings kafka = settings.kafka();
        GeneratedOrders generated = settings.generated();
        if (kafka != null
                && !new KafkaTopics(kafka)
                        .prepare(
                                BankTopology.TOPICS,
                                generated == null ? null : generated.messages(),
                                out)) {
            return CommandLine.ExitCode.OK;
        }
        ExampleFlink flink = ExampleFlink.get(settings.parallelism());
        if (kafka != null) {
            flink.needCheckpoints(kafka.checkpointInterval());
        }
        if (settings.queryPort() > 0) {
            flink.serveQueries(settings.queryPort());
        }
        new BankTopology(flink.env(), settings).build();
        Report report =
                new Report(
                        new Progress(spec.commandLine().getErr()),
                        settings.queryPort() > 0
                                ? new Served(settings.queryPort(), out)
                                : Served.NOTHING,
                        new Summary(out, settings.quality()),
                        kafka == null
                                ? settings.files().rejects()
                                : kafka.topic(BankTopology.REJECTS));
        return flink.run("bank", out, settings.canBeDrained(), report);
    }

    private record Report(Progress progress, Served served, Summary summary, String rejects)
            implements ExampleFlink.Report {
        @Override
        public void progress(Map<String, Object> counts) {
            served.look();
            Totals totals = Totals.of(counts);
            if (totals.orders() > 0) {
                progress.show(totals);
            }
        }

        @Override
        public JobVerdict end(Map<String, Object> counts, double seconds) {
            return summary.show(Totals.of(counts), seconds, rejects);
        }
    }
}
