/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.CommandRun;
import io.tspoon.examples.messages.SharedBroker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The job as a user runs it. */
class OrdersJobITCase {
    @TempDir Path directory;

    @Test
    void generatedOrdersLeaveSoundBooks() {
        CommandRun run = orders("--count=2000", "--stock=80", "--credit=20000", "--parallelism=2");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("shipments: {\"order\":", "rejections: {\"order\":")
                .contains("Messages   2,000")
                .contains(
                        OrdersGraph.OUT_OF_STOCK,
                        OrdersGraph.CREDIT_EXCEEDED,
                        OrdersGraph.NUMBER_USED,
                        OrdersGraph.MALFORMED)
                .contains("Sound: nothing is negative");
    }

    @Test
    void ordersAreReadFromAFile() throws IOException {
        String good =
                """
                {"number":"1","customer":"a","lines":[{"warehouse":"N","item":"nut","quantity":3,"priceCents":100},{"warehouse":"S","item":"nut","quantity":7,"priceCents":100}]}
                """;
        String tooMany =
                """
                {"number":"2","customer":"b","lines":[{"warehouse":"N","item":"nut","quantity":1,"priceCents":1},{"warehouse":"S","item":"nut","quantity":4,"priceCents":1}]}
                """;
        Path file = Files.writeString(directory.resolve("in"), good + tooMany + "\nnonsense\n");

        CommandRun run =
                orders("--input=" + file, "--stock=10", "--credit=1000", "--parallelism=1");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("1 shipped, 2 rejected")
                .contains("(operator=stock, key=Place[warehouse=S, item=nut], wanted=4, left=3)")
                .contains("Stock      20 pieces, 10 shipped, 10 left")
                .contains("Credit     10.00, 10.00 spent, 0.00 left")
                .contains("message is malformed (operator=process, problem=Unrecognized token");
    }

    /** They would fail the job, and again after each restart. */
    @Test
    void ordersThatCannotBeAddedUpAreRejected() throws IOException {
        String withoutLine =
                """
                {"number":"1","customer":"a","lines":[null]}
                """;
        String tooDear =
                """
                {"number":"2","customer":"a","lines":[{"warehouse":"N","item":"nut","quantity":2,"priceCents":9223372036854775807}]}
                """;
        Path file = Files.writeString(directory.resolve("in"), withoutLine + tooDear);

        CommandRun run = orders("--input=" + file, "--parallelism=1");

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(4);
        assertThat(run.out())
                .contains("0 shipped, 2 rejected")
                .contains("problem=a line is null")
                .contains("problem=the lines together cost more than there is")
                .endsWith("REJECTED: nothing could be read, malformed=2.\n");
    }

    @Test
    void kafkaIsFilledReadToItsEndAndShown() throws Exception {
        String[] kafka = {
            "--kafka=" + SharedBroker.get().bootstrapServers(), "--topic-prefix=orders-job-"
        };

        CommandRun produced = orders(kafka[0], kafka[1], "--produce", "--count=300");
        CommandRun executed = orders(kafka[0], kafka[1], "--until-end", "--checkpoint-ms=200");
        CommandRun shown = orders(kafka[0], kafka[1], "--show");

        assertThat(produced.out()).contains("300 messages are in orders-job-orders");
        assertThat(executed.exitCode()).as(executed.toString()).isZero();
        assertThat(executed.out()).contains("Messages   300").contains("Sound: ");
        List<String> first =
                shown.out()
                        .lines()
                        .filter(line -> line.contains("\"parcel\":1,") || line.contains("reasons"))
                        .toList();
        assertThat(first).hasSize(300);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cuont 1 | Cannot run orders: Unknown option",
                "--stock -1 | Cannot open warehouses: there is less than nothing",
                "--count 0 | Cannot set number of messages: it is below 1",
                "--parallelism 0 | Cannot set parallelism: it is below 1",
                "--rate -1 | Cannot make up messages: the rate is no number from 0",
                "--input /no/such/file | Cannot read messages: no such file",
                "--produce | Cannot use --produce: it is for Kafka",
                "--kafka x:1 --show --produce | Cannot do several things at once",
                "--kafka x:1 --input pom.xml | Cannot read both a file and Kafka",
                "--kafka x:1 --checkpoint-ms 0 | Cannot take checkpoints",
                "--kafka no-such-host.invalid:1 | Cannot use Kafka: "
            })
    void wrongUseIsExplained(String options, String message) {
        CommandRun run = orders(options.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith(message);
    }

    private static CommandRun orders(String... options) {
        return CommandRun.of((out, err) -> OrdersJob.run(options, out, err));
    }
}
