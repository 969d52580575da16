/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.messages.CommandRun;
import io.tspoon.testkit.InjectedFailure;
import io.tspoon.testkit.LocalJob;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** The job as a user runs it, and its t-graph beside the serial program while tasks fail. */
class LinearRoadJobITCase {
    private static final int COUNT = 10_000;

    @TempDir Path directory;

    @Test
    void fileIsExecutedAsBySerialProgram() throws IOException {
        TrafficGenerator generator = new TrafficGenerator(1, 400, 3);
        List<String> lines = LongStream.range(0, 5_000).mapToObj(generator::map).toList();
        Path file = Files.write(directory.resolve("traffic"), lines);
        Files.writeString(file, Files.readString(file) + "4,200,1\n");

        CommandRun run = road("--input=" + file, "--parallelism=2");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("tolls: {\"toll\":{\"vehicle\":", "alerts: {\"toll\":")
                .contains("questions: {\"")
                .contains("Messages   5,001", "1 line is malformed")
                .contains("Sound: tolls, alerts, balances and expenditures are those of a serial");
    }

    @Test
    void wrongUseIsExplained() {
        CommandRun run = road("--vehicles=0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("Cannot make up traffic: there is less than one");
    }

    /** Element for element: every toll, alert, balance and expenditure, in the order of entry. */
    @Test
    void answersAreThoseOfASerialProgramAlthoughTasksFail() throws Exception {
        TrafficGenerator generator = new TrafficGenerator(1, 1_200, 5);
        List<Incoming> messages =
                LongStream.range(0, COUNT)
                        .mapToObj(generator::message)
                        .map(message -> new Incoming(message.key(), message, ""))
                        .toList();
        StreamExecutionEnvironment env = LocalJob.recovering(2, Duration.ofMillis(50));
        DataStream<TransactionResult<Answer>> results =
                InjectedFailure.after(COUNT / 4)
                        .times(2)
                        .in(LinearRoadGraph.execute(env.fromData(messages)));

        try (LocalJob<TransactionResult<Answer>> job = LocalJob.start(results)) {
            List<TransactionResult<Answer>> found = job.awaitEnd();

            assertThat(job.restarts()).isEqualTo(2);
            assertThat(found).hasSameSizeAs(messages);
            SerialRoad serial = new SerialRoad();
            RoadTotals totals = new RoadTotals();
            for (int i = 0; i < COUNT; i++) {
                Incoming message = messages.get(i);
                SerialRoad.Outcome expected = serial.execute(message.message());
                assertThat(found.get(i).key()).isEqualTo(message.key());
                assertThat(LinearRoadGraphTest.outcome(found.get(i)))
                        .as("%s", message)
                        .isEqualTo(expected);
                totals.add(message.key(), expected.answer());
            }
            assertThat(totals.get(RoadTotals.CENTS)).as("%s", totals).isPositive();
            assertThat(totals.get(RoadTotals.ALERTS)).as("%s", totals).isPositive();
        }
    }

    private static CommandRun road(String... options) {
        return CommandRun.of((out, err) -> LinearRoadJob.run(options, out, err));
    }
}
