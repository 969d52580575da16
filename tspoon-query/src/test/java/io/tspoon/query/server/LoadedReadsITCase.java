/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.ConnectException;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Readers see all that is loaded, or are told to wait. */
class LoadedReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int ACCOUNTS = 1_000;
    private static final StateSpec<Long, Long> BALANCE =
            StateSpec.named("balance", Long.class, Long.class).initialValue(account -> -account);

    private final String last = UUID.randomUUID().toString();
    private final String transfers = UUID.randomUUID().toString();

    @Test
    void readersWaitForTheLoad() throws Exception {
        int port = Ports.free();
        JobClient job = start(port);
        try {
            Http http = new Http("http://127.0.0.1:" + port);
            Await.until("server", () -> isThere(http));
            // The server may answer before its tasks are known.
            Await.until("the reason", () -> early(http).contains("loads its states"));

            GatedNumbers.open(last);
            Await.until(
                    "load",
                    () -> http.get("/v1/graphs/bank/states/balance/keys/1").status() == 200);

            Answer all =
                    http.post(
                            "/v1/graphs/bank/states/balance/aggregate",
                            "{'compute':{'n':{'count':true},'sum':{'sum':'/value'}}}");
            assertThat(all.json().path("values").path("n").asLong()).isEqualTo(ACCOUNTS);
            assertThat(all.json().path("values").path("sum").asLong()).isEqualTo(7L * ACCOUNTS);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    /** They have no value, so they are not counted above. */
    @Test
    void otherKeysHaveTheirInitialValue() throws Exception {
        int port = Ports.free();
        GatedNumbers.open(last);
        JobClient job = start(port);
        try {
            Http http = new Http("http://127.0.0.1:" + port);
            Await.until("server", () -> isThere(http));
            Await.until(
                    "load",
                    () -> http.get("/v1/graphs/bank/states/balance/keys/5000").status() == 200);

            Answer answer = http.get("/v1/graphs/bank/states/balance/keys/5000");
            assertThat(answer.json().path("found").asBoolean(true)).isFalse();
            assertThat(answer.json().path("value").asLong()).isEqualTo(-5_000);
            Answer described = http.get("/v1/graphs/bank");
            assertThat(described.json().path("states").path(0).has("initialValue")).isFalse();
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    /** What a reader is told before the load has ended, whatever else is still to begin. */
    private static String early(Http http) throws Exception {
        Answer early = http.get("/v1/graphs/bank/states/balance/keys/1");
        assertThat(early.status()).as("%s", early.json()).isEqualTo(503);
        assertThat(early.reason()).isEqualTo("NOT_READY");
        assertThat(early.response().headers().firstValue("retry-after")).contains("1");
        return early.json().path("detail").asText();
    }

    private static boolean isThere(Http http) throws Exception {
        try {
            return http.get("/v1/graphs/bank/states/balance/keys/1").status() < 600;
        } catch (ConnectException e) {
            return false;
        }
    }

    /** Transfers never come. */
    private JobClient start(int port) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.query.timeout", "50 s");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        TransactionalGraph.named("bank")
                .queryable()
                .load(
                        BALANCE,
                        numbers(environment, ACCOUNTS, last, ACCOUNTS - 1),
                        account -> account,
                        account -> 7L)
                .openTransaction(numbers(environment, 1, transfers, 0))
                .keyBy(account -> account)
                .update(BALANCE, (balance, account) -> balance + 1)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment environment, long count, String gate, long gated) {
        return environment.fromSource(
                new GatedNumbers(0, count, new GatedNumbers.Gate(gate, gated, gated + 1)),
                WatermarkStrategy.noWatermarks(),
                "numbers");
    }
}
