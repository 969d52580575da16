/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.messages.CommandRun;
import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.SharedBroker;
import io.tspoon.testkit.InjectedFailure;
import io.tspoon.testkit.LocalJob;
import io.tspoon.testkit.SerialRun;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** The job as a user runs it, and its t-graph beside a serial run while tasks fail. */
class ShopJobITCase {
    private static final Path COMMANDS = Path.of("shop/commands.jsonl");
    private static final Pattern REJECTED = Pattern.compile("executed, (\\d+) rejected");
    private static final int COUNT = 1_500;

    @TempDir Path directory;

    @Test
    void generatedCommandsLeaveSoundBooks() {
        CommandRun run = shop("--count=" + COUNT, "--parallelism=2");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("revenue: {\"merchant\":", "dead-letters: {\"id\":")
                .contains("Messages   1,500")
                .contains(ShopGraph.MALFORMED, "coupon was used", "order is unknown")
                .contains("Sound: nothing is negative");
    }

    /** One source keeps the order of its file, so the outcomes are known. */
    @Test
    void fileIsExecutedInItsOrder() {
        CommandRun run = shop("--input=" + COMMANDS, "--parallelism=1");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("11 executed, 7 rejected")
                .contains(
                        "1 balance is not negative",
                        "1 coupon has expired",
                        "1 coupon was used",
                        "1 message is malformed",
                        "1 order number was used",
                        "1 order was refunded",
                        "1 price has changed",
                        "1 stock is not negative")
                .contains(
                        "revenue: {\"merchant\":\"m1\",\"minute\":0,\"cents\":1746}",
                        "revenue: {\"merchant\":\"m1\",\"minute\":60000,\"cents\":-1746}",
                        "revenue: {\"merchant\":\"m2\",\"minute\":60000,\"cents\":534}")
                .contains(
                        "Stock      50 pieces",
                        "Wallets    104.50",
                        "Merchants  5.34",
                        "Fees       0.16");
    }

    @Test
    void deadLetterHasTheWholeMessage() throws IOException {
        String message =
                "{\"id\":\"k1\",\"time\":5,\"refund\":{\"number\":\"o1\",\"customer\":\"a\"}}";
        Path file = Files.writeString(directory.resolve("in"), message + "\n");

        assertThat(shop("--input=" + file, "--parallelism=1").out())
                .contains(
                        "dead-letters: {\"id\":\"k1\",\"reasons\":[\"order is unknown"
                                + " (operator=orders, key=o1)\"],\"message\":\""
                                + message.replace("\"", "\\\""));
    }

    @Test
    void kafkaIsFilledReadToItsEndAndShown() throws Exception {
        String[] kafka = {
            "--kafka=" + SharedBroker.get().bootstrapServers(), "--topic-prefix=shop-job-"
        };

        CommandRun produced = shop(kafka[0], kafka[1], "--produce", "--count=300");
        CommandRun executed = shop(kafka[0], kafka[1], "--until-end", "--checkpoint-ms=200");
        CommandRun shown = shop(kafka[0], kafka[1], "--show");

        assertThat(produced.out()).contains("300 messages are in shop-job-commands");
        assertThat(executed.exitCode()).as(executed.toString()).isZero();
        assertThat(executed.out()).contains("Messages   300").contains("Sound: ");
        assertThat(shown.out().lines().filter(line -> line.contains("\"reasons\"")))
                .hasSize(rejected(executed.out()))
                .isNotEmpty();
        assertThat(shown.out()).contains("\"merchant\":\"m");
    }

    @Test
    void jobIsSerializableAlthoughItFails() throws Exception {
        Map<String, Incoming> commands = commands();
        StreamExecutionEnvironment env = LocalJob.recovering(2, Duration.ofMillis(50));
        DataStream<TransactionResult<LeafElement<Record>>> results =
                InjectedFailure.after(COUNT / 4)
                        .times(2)
                        .in(ShopGraph.execute(env.fromData(commands.values())));

        try (LocalJob<TransactionResult<LeafElement<Record>>> job = LocalJob.start(results);
                SerialRun<LeafElement<Record>> serial =
                        SerialRun.of(Incoming.class, ShopGraph::execute)) {
            assertThat(job.awaitEnd()).hasSize(commands.size());
            assertThat(job.restarts()).isEqualTo(2);
            serial.replay(job.results(), result -> commands.get(result.key()));
        }
    }

    private static Map<String, Incoming> commands() {
        Map<String, Incoming> commands = new LinkedHashMap<>();
        ShopGenerator generator = new ShopGenerator(7);
        CommandParser parser = new CommandParser();
        parser.open(null);
        for (long number = 0; number < COUNT; number++) {
            Message message = new Message("m" + number, generator.map(number), "");
            Incoming incoming = parser.map(message);
            commands.put(incoming.key(), incoming);
        }
        return commands;
    }

    private static int rejected(String printed) {
        Matcher results = REJECTED.matcher(printed);
        assertThat(results.find()).as(printed).isTrue();
        return Integer.parseInt(results.group(1));
    }

    private static CommandRun shop(String... options) {
        return CommandRun.of((out, err) -> ShopJob.run(options, out, err));
    }
}
