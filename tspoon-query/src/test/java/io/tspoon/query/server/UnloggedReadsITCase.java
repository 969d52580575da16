/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads while transactions wait until their outcomes are durable: none shows what they have
 * written, so none has shown what a crash takes back. Each number is a transaction that adds to a
 * sum.
 */
class UnloggedReadsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 2;
    private static final int COUNT = 100;

    /** Numbers that are durable before the log is held. */
    private static final int EARLY = 20;

    private static final int KEYS = 5;
    private static final StateSpec<Long, Long> FIRST = Numbers.sums("first");
    private static final StateSpec<Long, Long> SECOND = Numbers.sums("second");
    private static final String GRAPH = "/v1/graphs/sums";

    /** A request is answered at once or not at all. */
    private static final String SOON_MS = "200";

    private static final String FRESH = "'consistency':'fresh',";
    private static final String READS =
            "'reads':[{'state':'first','keys':[0,1,2,3,4]},{'state':'%1$s','scan':{}},"
                    + "{'state':'%1$s','aggregate':{'compute':{'sum':{'sum':'/value'}}}}]}";

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private HookedLog log;
    private HookedLog.Hooks hooks;
    private int port;
    private Http http;
    private String reads;
    private JobClient job;

    @BeforeEach
    void place() throws IOException {
        log = new HookedLog(test, new FileLog(directory.toUri().toString()));
        hooks = log.hooks();
        port = Ports.free();
        http = new Http("http://127.0.0.1:" + port);
    }

    @AfterEach
    void cancel() throws Exception {
        hooks.repair();
        if (job != null) {
            EmbeddedFlink.cancel(job);
        }
    }

    /** At the only operator a transaction is installed where it is decided, before it is logged. */
    @ParameterizedTest(name = "{0}, second operator {1}")
    @CsvSource({
        "LOCK_BASED, false",
        "LOCK_BASED, true",
        "TIMESTAMP_BASED, false",
        "TIMESTAMP_BASED, true",
    })
    void nothingIsShownBeforeItIsDurable(ConcurrencyControl control, boolean isChain)
            throws Exception {
        job = start(control, isChain);
        Tap.await(test, EARLY, job.getJobExecutionResult());
        List<Long> durable = sums(EARLY);
        assertThat(fresh()).isEqualTo(durable);
        hooks.lose();
        hooks.hold();
        GatedNumbers.open(test);
        hooks.awaitAppended(EARLY + KEYS); // one of each key

        checkNothingElseIsShown(durable);
        GatedNumbers.close(test);
        hooks.failJob();

        hooks.awaitOpened(2 * PARALLELISM);
        Tap.await(test, 2 * EARLY, job.getJobExecutionResult());
        assertThat(fresh()).isEqualTo(durable);
        GatedNumbers.open(test);
        Await.until("all sums", () -> fresh().equals(sums(COUNT)));
    }

    private static List<Long> sums(int count) {
        return LongStream.range(0, KEYS)
                .mapToObj(
                        key ->
                                LongStream.range(0, count)
                                        .filter(number -> number % KEYS == key)
                                        .sum())
                .toList();
    }

    /** There may be no answer. */
    private void checkNothingElseIsShown(List<Long> durable) throws Exception {
        for (int key = 0; key < KEYS; key++) {
            checkKey(key, "", durable);
        }
        checkKey(0, "&consistency=fresh", durable);
        for (String when : List.of("", FRESH)) {
            Answer answer = ask(when);
            if (isAnswered(answer)) {
                assertThat(sumsIn(answer)).as(when).isEqualTo(durable);
            }
        }
    }

    private void checkKey(int key, String when, List<Long> durable) throws Exception {
        Answer answer =
                http.get(GRAPH + "/states/first/keys/" + key + "?timeoutMs=" + SOON_MS + when);
        if (isAnswered(answer)) {
            assertThat(answer.json().path("value").asLong())
                    .as("key %d, %s", key, when)
                    .isEqualTo(durable.get(key));
        }
    }

    /** The sums in a fresh answer, for which the job may have to recover. */
    private List<Long> fresh() throws Exception {
        List<Long> sums = new ArrayList<>();
        Await.until("an answer", () -> sums.addAll(freshIfThere()));
        return sums;
    }

    private List<Long> freshIfThere() throws Exception {
        try {
            Answer answer = ask(FRESH);
            return isAnswered(answer) ? sumsIn(answer) : List.of();
        } catch (IOException e) {
            return List.of(); // the server ends with the tasks
        }
    }

    private Answer ask(String when) throws Exception {
        return http.post(GRAPH + "/query", "{" + when + "'timeoutMs':" + SOON_MS + "," + reads);
    }

    private static boolean isAnswered(Answer answer) {
        if (answer.status() != 200) {
            assertThat(answer.json().path("retryable").asBoolean())
                    .as(answer.json().toString())
                    .isTrue();
        }
        return answer.status() == 200;
    }

    /** By key; the other reads of the snapshot, of the state behind, say the same. */
    private static List<Long> sumsIn(Answer answer) {
        JsonNode results = answer.json().path("results");
        List<Long> sums = values(results.path(0));
        assertThat(values(results.path(1))).isEqualTo(sums);
        assertThat(results.path(2).path("values").path("sum").asLong())
                .isEqualTo(sums.stream().mapToLong(sum -> sum).sum());
        return sums;
    }

    private static List<Long> values(JsonNode result) {
        List<Long> values = new ArrayList<>();
        result.path("entries").forEach(entry -> values.add(entry.path("value").asLong()));
        return values;
    }

    private JobClient start(ConcurrencyControl control, boolean isChain) throws Exception {
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofHours(1));
        // Not even a last one, when all inputs have ended.
        recovering.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        recovering.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, recovering);
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        0,
                                        COUNT + 1,
                                        new Gate(test, EARLY, COUNT),
                                        new Gate(test + "-end", COUNT, COUNT + 1)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .setParallelism(1);
        TransactionalStream<Step> steps =
                TransactionalGraph.named("sums")
                        .concurrencyControl(control)
                        .queryable()
                        .writeAheadLog(log)
                        .openTransaction(numbers, number -> Long.toString(number))
                        .map(number -> new Step(number, number % KEYS, number), Step.class);
        reads = READS.formatted(isChain ? SECOND.name() : FIRST.name());
        Tap.open(isChain ? addTwice(steps) : addOnce(steps), test);
        return environment.executeAsync();
    }

    private static DataStream<TransactionResult<Long>> addOnce(TransactionalStream<Step> steps) {
        return steps.keyBy(Step::key)
                .update(FIRST, (sum, step) -> sum + step.amount())
                .closeTransaction();
    }

    private static DataStream<TransactionResult<Long>> addTwice(TransactionalStream<Step> steps) {
        return steps.keyBy(Step::key)
                .update(FIRST, (sum, step) -> sum + step.amount(), (sum, step) -> step, Step.class)
                .keyBy(Step::key)
                .update(SECOND, (sum, step) -> sum + step.amount())
                .closeTransaction();
    }
}
