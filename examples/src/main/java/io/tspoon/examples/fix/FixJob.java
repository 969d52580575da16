/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.fix;

import io.tspoon.examples.cli.ExampleCommand;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** The main program: routes orders that it makes up, and checks what has become of each. */
@Command(
        name = "fix",
        mixinStandardHelpOptions = true,
        version = "tspoon fix example",
        sortOptions = false,
        description = {
            "Routes orders: checks and debits funds, chooses a venue, updates the order, and gives"
                    + " the money back if there is none. Each step triggers the next one.",
            ""
        },
        footer = {"", ExampleCommand.EXIT_CODES})
public final class FixJob implements Callable<Integer> {
    private static final int CUSTOMERS = 300;
    private static final int SYMBOLS = 40;
    private static final int MOST_PIECES = 100;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many orders to make up. Default: ${DEFAULT-VALUE}.")
    private long count = 20_000;

    @Spec private CommandSpec spec;

    private FixJob() {}

    public static void main(String[] args) {
        ExampleCommand.main(new FixJob(), args);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return ExampleCommand.run(new FixJob(), args, out, err);
    }

    @Override
    public Integer call() throws Exception {
        if (count < 1) {
            throw new WrongUseException(
                    "Cannot make up orders: there is less than one, --count="
                            + count
                            + ". Give 1 or more.");
        }
        StreamExecutionEnvironment environment = ExampleFlink.get(0).env();
        DataStream<FixOrder> orders =
                environment
                        .fromSequence(0, count - 1)
                        .map(FixJob::order)
                        .returns(FixOrder.class)
                        .name("orders");
        FixBooks books = new FixBooks();
        try (CloseableIterator<TransactionResult<Routed>> results =
                FixGraph.execute(orders).executeAndCollect("fix")) {
            results.forEachRemaining(books::add);
        }
        JobVerdict verdict = books.verdict(count);
        PrintWriter out = spec.commandLine().getOut();
        out.println(books);
        out.println(verdict.line());
        return verdict.exitCode();
    }

    /** Depends on the number only, so that it is the same after a failure. */
    private static FixOrder order(long number) {
        SplittableRandom random = new SplittableRandom(number);
        return new FixOrder(
                "o" + number,
                "c" + random.nextInt(CUSTOMERS),
                "s" + random.nextInt(SYMBOLS),
                1 + random.nextInt(MOST_PIECES),
                1_000 + random.nextInt(1_000));
    }
}
