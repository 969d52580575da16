/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Snapshots;
import io.tspoon.transaction.ConcurrencyControl;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/** Outcomes of calls outlive crashes, and a repeated call is not executed again. */
class CallRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int STREAMED = 1_000_000;
    private static final int PACE = 4_000;
    private static final int FAULT_EVERY = 3_000;
    private static final int FAULTS = 3;
    private static final int CALLS_EACH = 100;

    @TempDir Path directory;

    private CalledBank bank;

    @BeforeEach
    void create() throws IOException {
        bank = new CalledBank();
    }

    @AfterEach
    void stop() throws Exception {
        bank.close();
    }

    /** With a log, whatever was answered stays. */
    @ParameterizedTest
    @EnumSource
    void logKeepsWhatWasAnswered(ConcurrencyControl control) throws Exception {
        start(control, graph -> graph.writeAheadLog(new FileLog(directory.toUri().toString())));

        checkRepeated(callUntilTheLastCrash(""));
    }

    /** Without one, what was answered as durable stays. */
    @ParameterizedTest
    @EnumSource
    void checkpointKeepsWhatWasAnsweredAsDurable(ConcurrencyControl control) throws Exception {
        start(control, graph -> {});

        Map<Long, JsonNode> answers = callUntilTheLastCrash("?wait=durable");
        assertThat(answers.values()).allMatch(answer -> answer.path("durable").asBoolean());
        checkRepeated(answers);
    }

    /**
     * A savepoint has the outcomes of all calls that were answered before the job stopped, and
     * another number of coordinators finds them: more of them, and a single one.
     */
    @ParameterizedTest
    @EnumSource
    void savepointKeepsOutcomesForAnyNumberOfCoordinators(
            ConcurrencyControl control, @InjectMiniCluster MiniCluster cluster) throws Exception {
        startAgain(control, 2, EmbeddedFlink.recovering(Duration.ofMillis(50)));
        Map<Long, JsonNode> answers = new HashMap<>(call(0, 30, ""));
        for (int parallelism : new int[] {3, 1}) {
            Callable<Map<Long, JsonNode>> calling = callUntilTheJobStops(parallelism);
            String savepoint = new Snapshots(cluster, directory).stop(bank.job());
            answers.putAll(calling.call());
            Configuration restoring = EmbeddedFlink.recovering(Duration.ofMillis(50));
            restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
            startAgain(control, parallelism, restoring);
            checkRepeated(answers);
        }
    }

    private void startAgain(ConcurrencyControl control, int parallelism, Configuration options)
            throws Exception {
        bank.start(
                parallelism,
                Backend.HEAP,
                options,
                graph -> graph.concurrencyControl(control).writable(Bank.BALANCE),
                environment ->
                        Bank.pacedTransfers(environment, STREAMED, PACE, CalledBank.ACCOUNTS),
                CalledBank.Poison.STEP);
    }

    private void start(ConcurrencyControl control, Consumer<TransactionalGraph> settings)
            throws Exception {
        bank.start(
                2,
                Backend.HEAP,
                EmbeddedFlink.recovering(Duration.ofMillis(50)),
                graph -> settings.accept(graph.concurrencyControl(control).writable(Bank.BALANCE)),
                environment ->
                        Bank.pacedTransfers(environment, STREAMED, PACE, CalledBank.ACCOUNTS)
                                .map(new Faults<>(bank.test(), FAULT_EVERY, FAULTS)),
                CalledBank.Poison.STEP);
    }

    private Map<Long, JsonNode> callUntilTheLastCrash(String query) throws Exception {
        Map<Long, JsonNode> answers = new HashMap<>();
        int rounds = 0;
        do {
            answers.putAll(call(rounds++, CALLS_EACH, query));
        } while (Faults.failures(bank.test()) < FAULTS);
        assertThat(answers.values()).anyMatch(answer -> answer.path("emitted").size() == 2);
        return answers;
    }

    /** Several callers call at the same time, and each repeats a call until it is answered. */
    private Map<Long, JsonNode> call(int round, int each, String query) throws Exception {
        long before = (long) round * CalledBank.CALLERS * each;
        return bank.callTogether(
                        CalledBank.CALLS + before,
                        each,
                        first -> {
                            Map<Long, JsonNode> answers = new HashMap<>();
                            for (long number = first; number < first + each; number++) {
                                answers.put(number, answerTo(number, query).json());
                            }
                            return answers;
                        })
                .call();
    }

    /** Nobody is answered behind the savepoint. */
    private Callable<Map<Long, JsonNode>> callUntilTheJobStops(int round) {
        return bank.callTogether(
                (1 + round) * CalledBank.CALLS,
                100_000,
                first -> {
                    Map<Long, JsonNode> answers = new HashMap<>();
                    try {
                        long number = first + 1; // a call
                        Answer answer = bank.call(number);
                        while (answer.status() == 200) {
                            answers.put(number, answer.json());
                            number++;
                            answer = number % 10 == 0 ? bank.write(number, "") : bank.call(number);
                        }
                    } catch (IOException e) {
                        assertThat(answers).isNotEmpty(); // the server has stopped
                    }
                    return answers;
                });
    }

    /** Every tenth request writes states, the others call. */
    private Answer answerTo(long number, String query) throws Exception {
        return number % 10 == 0
                ? bank.writeUntilAnswered(number, query)
                : bank.callUntilAnswered(number, query);
    }

    private void checkRepeated(Map<Long, JsonNode> answers) throws Exception {
        for (Map.Entry<Long, JsonNode> answer : answers.entrySet()) {
            JsonNode first = answer.getValue();
            Answer again = answerTo(answer.getKey(), "");
            assertThat(again.json().path("repeated").asBoolean()).isTrue();
            for (String field : List.of("id", "timestamp", "outcome", "emitted", "reasons")) {
                assertThat(again.json().path(field))
                        .as("%s of %s", field, answer.getKey())
                        .isEqualTo(first.path(field));
            }
        }
    }
}
