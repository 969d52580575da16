/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.cli.ExampleCommand;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.messages.MessageJob;
import io.tspoon.examples.messages.MessageOptions;
import io.tspoon.examples.messages.MessageSettings;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * The main program: executes the commands of a shop.
 *
 * <p>Run on its own it starts an embedded Flink; with {@code flink run} it runs on that cluster.
 * Exit codes are those of {@link ExampleCommand}.
 */
@Command(
        name = "shop",
        mixinStandardHelpOptions = true,
        version = "tspoon shop example",
        sortOptions = false,
        description = {
            "Executes the commands of a shop: an order reserves pieces in several warehouses, uses"
                    + " a coupon, debits a wallet and credits merchant and fees, all or nothing.",
            ""
        },
        footer = {"", ExampleCommand.EXIT_CODES})
public final class ShopJob implements Callable<Integer> {
    @Mixin private final MessageOptions options = new MessageOptions();
    @Spec private CommandSpec spec;

    private ShopJob() {}

    public static void main(String[] args) {
        ExampleCommand.main(new ShopJob(), args);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return ExampleCommand.run(new ShopJob(), args, out, err);
    }

    @Override
    public Integer call() throws Exception {
        MessageSettings settings = options.settings();
        PrintWriter out = spec.commandLine().getOut();
        MessageJob job = new MessageJob(settings, out);
        if (!job.prepare(ShopTopology.TOPICS, new ShopGenerator(settings.seed()))) {
            return CommandLine.ExitCode.OK;
        }
        ExampleFlink flink = job.flink();
        new ShopTopology(flink.env(), settings).build();
        PrintWriter err = spec.commandLine().getErr();
        return flink.run("shop", out, true, new ShopReport(out, err, settings.quality()));
    }
}
