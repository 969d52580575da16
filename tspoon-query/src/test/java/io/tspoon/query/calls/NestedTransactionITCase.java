/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Blocker;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.http.HttpRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The schedule of figure 3 in S-Store's paper (VLDB 2015): a transaction from outside comes between
 * two children of a nested transaction. Here the children are operators of a t-graph that read one
 * state each, and whoever writes from outside sets both to one number. A transaction is stopped
 * between the two while somebody tries to write.
 */
class NestedTransactionITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int KEY = 7;
    private static final String WRITE =
            "{\"put\":[{\"state\":\"first\",\"key\":7,\"value\":%1$d},"
                    + "{\"state\":\"second\",\"key\":7,\"value\":%1$d}]}";

    private static final StateSpec<Integer, Long> FIRST = numbers("first");
    private static final StateSpec<Integer, Long> BETWEEN = numbers("between");
    private static final StateSpec<Integer, Long> SECOND = numbers("second");

    private final int port;
    private final Http http;

    NestedTransactionITCase() throws IOException {
        port = Ports.free();
        http = new Http("http://127.0.0.1:" + port);
    }

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, PL3",
        "TIMESTAMP_BASED, PL3",
        "LOCK_BASED, PL4",
        "TIMESTAMP_BASED, PL4"
    })
    void nobodyComesBetweenTheChildren(ConcurrencyControl control, IsolationLevel level)
            throws Exception {
        String test = "nested-" + control + "-" + level;
        JobClient job = start(control, level, test);
        try {
            Await.until("a t-graph that is ready", () -> isWritten(1));
            Blocker between = Blocker.arm(test);
            between.awaitReached();
            isWritten(2); // or waits for the transaction that has stopped
            between.letGo();
            Await.until("a write", () -> isWritten(2));
            Tap.await(test, Tap.passed(test).size() + 100);
        } finally {
            EmbeddedFlink.cancel(job);
        }

        assertThat(Tap.<TransactionResult<Long>>passed(test))
                .flatExtracting(TransactionResult::emitted)
                .containsOnly(0L);
    }

    /** Emits by how much the second child has read more than the first. */
    private JobClient start(ConcurrencyControl control, IsolationLevel level, String test)
            throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, Backend.HEAP, options);
        Tap.open(
                TransactionalGraph.named("nested")
                        .queryable()
                        .writable(FIRST)
                        .writable(SECOND)
                        .concurrencyControl(control)
                        .isolation(level)
                        .openTransaction(
                                "numbers",
                                environment.fromSource(
                                        new PacedNumbers(1_000_000, 200),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers"),
                                number -> Long.toString(number))
                        .keyBy(number -> KEY, Integer.class)
                        .read(FIRST, (first, number) -> first, Long.class)
                        .keyBy(first -> KEY, Integer.class)
                        .read(
                                BETWEEN,
                                (between, first) -> {
                                    Blocker.pass(test);
                                    return first;
                                },
                                Long.class)
                        .keyBy(first -> KEY, Integer.class)
                        .read(SECOND, (second, first) -> second - first, Long.class)
                        .closeTransaction(),
                test);
        return environment.executeAsync();
    }

    private static StateSpec<Integer, Long> numbers(String name) {
        return StateSpec.named(name, Integer.class, Long.class).initialValue(0L);
    }

    /** Tries to write a number to both states; gives up after a moment if somebody has to end. */
    private boolean isWritten(long number) throws Exception {
        try {
            Http.Answer answer =
                    http.send(
                            http.request("/v1/graphs/nested/transact?timeoutMs=500")
                                    .header("Idempotency-Key", "write" + number)
                                    .header("Content-Type", "application/json")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    WRITE.formatted(number))));
            return answer.status() == 200;
        } catch (IOException e) {
            return false; // there is no server yet
        }
    }
}
