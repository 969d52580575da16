/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.cli.ExampleCommand;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.examples.messages.MessageJob;
import io.tspoon.examples.messages.MessageOptions;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * The main program: executes orders. Each is recorded, paid and reserved in several warehouses in
 * one transaction, and then shipped.
 *
 * <p>Run on its own it starts an embedded Flink; with {@code flink run} it runs on that cluster.
 * Exit codes are those of {@link ExampleCommand}.
 */
@Command(
        name = "orders",
        mixinStandardHelpOptions = true,
        version = "tspoon orders example",
        sortOptions = false,
        description = {
            "Executes orders: each takes from its customer's credit and reserves pieces in several"
                    + " warehouses, all or nothing, in one transaction; then it is shipped.",
            ""
        },
        footer = {"", ExampleCommand.EXIT_CODES})
public final class OrdersJob implements Callable<Integer> {
    @Option(
            names = "--credit",
            paramLabel = "CENTS",
            description = "What each customer may spend. Default: ${DEFAULT-VALUE}.")
    private long creditLimit = 100_000;

    @Option(
            names = "--stock",
            paramLabel = "PIECES",
            description =
                    "Pieces of each item in each warehouse at first. Default: ${DEFAULT-VALUE}.")
    private long initialStock = 500;

    @Mixin private final MessageOptions options = new MessageOptions();
    @Spec private CommandSpec spec;

    private OrdersJob() {}

    public static void main(String[] args) {
        ExampleCommand.main(new OrdersJob(), args);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return ExampleCommand.run(new OrdersJob(), args, out, err);
    }

    @Override
    public Integer call() throws Exception {
        if (creditLimit < 0 || initialStock < 0) {
            throw new WrongUseException(
                    "Cannot open warehouses: there is less than nothing, --credit="
                            + creditLimit
                            + ", --stock="
                            + initialStock
                            + ". Give 0 or more.");
        }
        OrdersSettings settings = new OrdersSettings(options.settings(), creditLimit, initialStock);
        PrintWriter out = spec.commandLine().getOut();
        MessageJob job = new MessageJob(settings.messages(), out);
        if (!job.prepare(OrdersTopology.TOPICS, settings.generator())) {
            return CommandLine.ExitCode.OK;
        }
        ExampleFlink flink = job.flink();
        new OrdersTopology(flink.env(), settings).build();
        PrintWriter err = spec.commandLine().getErr();
        return flink.run(
                "orders", out, true, new OrdersReport(out, err, settings.messages().quality()));
    }
}
