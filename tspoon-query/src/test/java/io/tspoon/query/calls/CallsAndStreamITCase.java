/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls and elements of a stream are serializable together, and poison aborts a call only. */
class CallsAndStreamITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int STREAMED = 4_000;
    private static final int CALLERS = 4;
    private static final int CALLS_EACH = 60;

    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private CalledBank bank;

    @BeforeEach
    void create() throws IOException {
        bank = new CalledBank();
    }

    @AfterEach
    void stop() throws Exception {
        callers.shutdownNow();
        EmbeddedFlink.cancel(bank.job());
    }

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, PL3, HEAP, STEP",
        "TIMESTAMP_BASED, PL3, ROCKSDB, KEY",
        "TIMESTAMP_BASED, PL4, HEAP, UPDATE",
        "LOCK_BASED, PL4, HEAP, UPDATE",
        "DETERMINISTIC, PL4, HEAP, UPDATE",
        "DETERMINISTIC, PL4, ROCKSDB, STEP"
    })
    void callsAndStreamAreSerializable(
            ConcurrencyControl control,
            IsolationLevel level,
            Backend backend,
            CalledBank.Poison poison)
            throws Exception {
        bank.start(
                2,
                backend,
                new Configuration(),
                graph -> graph.concurrencyControl(control).isolation(level),
                this::transfers,
                poison);

        Map<String, Answer> answers = callBesideTheStream();
        Await.until("results of all", () -> bank.results().size() >= STREAMED + answers.size());

        List<TransactionResult<Long>> all =
                bank.results().stream()
                        .filter(result -> !result.key().startsWith("poison"))
                        .toList();
        Bank.replay(all, new HashMap<>(), CalledBank.ACCOUNTS);
        Map<String, TransactionResult<Long>> called =
                bank.results().stream()
                        .filter(result -> result.entrance().equals("transfer"))
                        .collect(Collectors.toMap(TransactionResult::key, result -> result));
        assertThat(called).hasSameSizeAs(answers);
        answers.forEach((key, answer) -> checkSame(answer, called.get(key)));
    }

    /** The one behind the last never comes, so the t-graph does not end. */
    private DataStream<Transfer> transfers(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0, STREAMED + 1, new Gate(bank.test(), STREAMED, STREAMED + 1)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1) // else one coordinator's input ends before the others'
                .map(number -> Transfer.numbered(number, CalledBank.ACCOUNTS, 42))
                .returns(Transfer.class);
    }

    /** Each of the callers also sends a poisoned call now and then. */
    private Map<String, Answer> callBesideTheStream() throws Exception {
        List<Future<Map<String, Answer>>> running = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            long first = CalledBank.CALLS + caller * CALLS_EACH;
            running.add(callers.submit(() -> callOneAfterTheOther(first)));
        }
        Map<String, Answer> answers = new HashMap<>();
        for (Future<Map<String, Answer>> one : running) {
            answers.putAll(one.get());
        }
        return answers;
    }

    private Map<String, Answer> callOneAfterTheOther(long first) throws Exception {
        Map<String, Answer> answers = new HashMap<>();
        for (long number = first; number < first + CALLS_EACH; number++) {
            Answer answer = bank.call(number);
            assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
            answers.put(Long.toString(number), answer);
            if (number % 10 == 0) {
                String key = "poison" + number;
                Answer poisoned =
                        bank.call(key, CalledBank.body(number, 1, 2, CalledBank.POISON), "");
                assertThat(poisoned.status()).as("%s", poisoned.json()).isEqualTo(500);
                assertThat(poisoned.json().path("reason").asText()).isEqualTo("FAILED");
                answers.put(key, poisoned);
            }
        }
        return answers;
    }

    private static void checkSame(Answer answer, TransactionResult<Long> result) {
        assertThat(answer.json().path("outcome").asText())
                .as("%s beside %s", answer.json(), result)
                .isEqualTo(result.outcome().name());
        assertThat(answer.json().path("timestamp").asText())
                .isEqualTo(Long.toString(result.timestamp().value()));
        List<Long> emitted = new ArrayList<>();
        answer.json().path("emitted").forEach(element -> emitted.add(element.asLong()));
        assertThat(emitted).containsExactlyInAnyOrderElementsOf(result.emitted());
    }
}
