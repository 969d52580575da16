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
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls, writes from outside and elements of a stream are serializable together, and poison aborts
 * a call only.
 */
class CallsAndStreamITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int STREAMED = 4_000;
    private static final int CALLS_EACH = 60;
    private static final int WRITERS = 2;
    private static final int WRITES_EACH = 40;
    private static final int RACES = 10;

    /** An account that no transfer has. */
    private static final int RACED = CalledBank.ACCOUNTS;

    private static final String WRITE =
            "{'expect':[{'state':'account_balance','key':ACCOUNT,%s}],"
                    + "'put':[{'state':'account_balance','key':ACCOUNT,'value':%d}]}";

    private final ExecutorService writers = Executors.newFixedThreadPool(CalledBank.CALLERS);
    private CalledBank bank;
    private ComparedWrites writes;

    @BeforeEach
    void create() throws IOException {
        bank = new CalledBank();
        writes = new ComparedWrites(bank);
    }

    @AfterEach
    void stop() throws Exception {
        writers.shutdownNow();
        bank.close();
    }

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, PL3, HEAP, STEP, 1",
        "TIMESTAMP_BASED, PL3, ROCKSDB, KEY, 1",
        "TIMESTAMP_BASED, PL4, HEAP, UPDATE, 1",
        "LOCK_BASED, PL4, HEAP, UPDATE, 1",
        "DETERMINISTIC, PL4, HEAP, UPDATE, 1",
        "DETERMINISTIC, PL4, ROCKSDB, STEP, 1",
        "TIMESTAMP_BASED, PL3, HEAP, KEY, 4",
        "DETERMINISTIC, PL4, HEAP, UPDATE, 4"
    })
    void callsAndStreamAreSerializable(
            ConcurrencyControl control,
            IsolationLevel level,
            Backend backend,
            CalledBank.Poison poison,
            int batch)
            throws Exception {
        long begun = System.currentTimeMillis();
        bank.start(
                2,
                backend,
                CalledBank.patient(),
                graph ->
                        graph.concurrencyControl(control)
                                .isolation(level)
                                .writable(Bank.BALANCE)
                                .returnInputs(
                                        batch == 1 ? ReturnedInputs.ALL : ReturnedInputs.NONE),
                this::transfers,
                batch == 1 ? CalledBank.ONE_BY_ONE : CalledBank.inBatches(batch),
                poison);

        Callable<Map<String, Answer>> calling =
                bank.callTogether(CalledBank.CALLS, CALLS_EACH, this::callOneAfterTheOther);
        Map<String, Answer> answers = write();
        answers.putAll(calling.call());
        Await.until(
                "results of all", () -> bank.results().size() >= STREAMED / batch + answers.size());

        List<TransactionResult<Long>> all =
                bank.results().stream()
                        .filter(result -> !result.key().startsWith("poison"))
                        .toList();
        replay(all);
        Map<String, TransactionResult<Long>> called =
                bank.results().stream()
                        .filter(result -> !result.entrance().equals("stream"))
                        .collect(Collectors.toMap(TransactionResult::key, result -> result));
        assertThat(called).hasSameSizeAs(answers);
        answers.forEach((key, answer) -> checkSame(answer, called.get(key)));
        assertThat(answers.entrySet())
                .as("money that writers have moved")
                .anyMatch(
                        answer ->
                                answer.getKey().startsWith("move")
                                        && isCommitted(answer.getValue()));
        if (batch == 1) { // batches give no inputs back
            checkElements(called, begun);
        }
        checkOneOfSeveralWins();
        checkAllOrNothing();
    }

    /** A call has no element: its request is returned, and its time is when it began. */
    private void checkElements(Map<String, TransactionResult<Long>> called, long begun) {
        assertThat(called.values())
                .extracting(result -> result.input().getClass().getSimpleName())
                .containsOnly("Transfer", "Row");
        assertThat(bank.times())
                .filteredOn(line -> called.containsKey(line.substring(0, line.indexOf(' '))))
                .hasSizeGreaterThanOrEqualTo(called.size())
                .allSatisfy(
                        line ->
                                assertThat(Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                                        .isBetween(begun, System.currentTimeMillis()));
    }

    private Map<String, Answer> write() throws Exception {
        List<Future<Map<String, Answer>>> running = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            long first = 2 * CalledBank.CALLS + (long) writer * WRITES_EACH;
            running.add(writers.submit(() -> writes.tryAll(first, WRITES_EACH)));
        }
        Map<String, Answer> answers = new HashMap<>();
        for (Future<Map<String, Answer>> one : running) {
            answers.putAll(one.get());
        }
        return answers;
    }

    /** One by one in the order of their timestamps; nobody makes money. */
    private void replay(List<TransactionResult<Long>> results) {
        List<TransactionResult<Long>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        Map<Integer, Long> balances = new HashMap<>();
        for (TransactionResult<Long> result : ordered) {
            if (result.entrance().equals("transact")) {
                writes.replay(result, balances);
            } else if (result.elements().isEmpty()) {
                balances = Bank.replay(List.of(result), balances, CalledBank.ACCOUNTS);
            } else {
                balances = replayBatch(result, balances);
            }
        }
        Bank.checkConserved(balances);
    }

    /** Transfers one after the other, and none of them if an account would be overdrawn. */
    private static Map<Integer, Long> replayBatch(
            TransactionResult<Long> result, Map<Integer, Long> before) {
        Map<Integer, Long> balances = new HashMap<>(before);
        boolean overdrawn = false;
        for (BatchElement<Long> element : result.elements()) {
            Transfer transfer =
                    Transfer.numbered(Long.parseLong(element.key()), CalledBank.ACCOUNTS, 42);
            long source = balances.getOrDefault(transfer.source(), Bank.OPENING);
            overdrawn |= source < transfer.amount();
            balances.put(transfer.source(), source - transfer.amount());
            balances.merge(
                    transfer.destination(),
                    Bank.OPENING + transfer.amount(),
                    (was, add) -> was + transfer.amount());
        }
        assertThat(result.isAborted()).as("outcome of %s", result).isEqualTo(overdrawn);
        return overdrawn ? before : balances;
    }

    /** All expect what is there, and only the first of them still finds it. */
    private void checkOneOfSeveralWins() throws Exception {
        long value = 0;
        for (int round = 0; round < RACES; round++) {
            List<Future<Answer>> racers = new ArrayList<>();
            for (int caller = 0; caller < CalledBank.CALLERS; caller++) {
                String key = "race" + round + "-" + caller;
                String body =
                        WRITE.formatted(
                                        round == 0 ? "'absent':true" : "'value':" + value,
                                        (round + 1) * CalledBank.CALLERS + caller)
                                .replace("ACCOUNT", Integer.toString(RACED));
                racers.add(writers.submit(() -> bank.write(key, body, "")));
            }
            int winners = 0;
            for (int caller = 0; caller < CalledBank.CALLERS; caller++) {
                Answer answer = racers.get(caller).get();
                if (isCommitted(answer)) {
                    winners++;
                    value = (round + 1) * CalledBank.CALLERS + caller;
                } else {
                    assertThat(answer.json().at("/reasons/0/kind").asText())
                            .isEqualTo("EXPECTATION");
                }
            }
            assertThat(winners).as("winners of round %d", round).isEqualTo(1);
            assertThat(balance(RACED).path("value").asLong()).isEqualTo(value);
        }
    }

    private void checkAllOrNothing() throws Exception {
        long before = balance(0).path("value").asLong();
        Answer violated =
                bank.write(
                        "violates",
                        "{'put':[{'state':'account_balance','key':0,'value':5000},"
                                + "{'state':'account_balance','key':1,'value':-1}],"
                                + ("'delete':[{'state':'account_balance','key':" + RACED + "}]}"),
                        "");
        assertThat(violated.json().at("/reasons/0/kind").asText()).isEqualTo("CONSTRAINT");
        assertThat(balance(0).path("value").asLong()).isEqualTo(before);
        assertThat(balance(RACED).path("found").asBoolean()).isTrue();

        String delete = "{'delete':[{'state':'account_balance','key':" + RACED + "}]}";
        assertThat(isCommitted(bank.write("deletes", delete, ""))).isTrue();
        assertThat(balance(RACED).path("found").asBoolean()).isFalse();
        assertThat(bank.write("deletes", delete, "").json().path("repeated").asBoolean()).isTrue();
        String create =
                WRITE.formatted("'absent':true", 3).replace("ACCOUNT", Integer.toString(RACED));
        assertThat(isCommitted(bank.write("creates", create, ""))).isTrue();
        Answer again = bank.write("creates-again", create, "");
        assertThat(again.json().path("reasons").toString())
                .isEqualTo(
                        "[{\"kind\":\"EXPECTATION\",\"operator\":\"account_balance\","
                                + ("\"key\":\"" + RACED + "\",\"rule\":\"/expect/0\",")
                                + "\"detail\":\"exists=true\"}]");
    }

    private JsonNode balance(int account) throws Exception {
        return bank.http()
                .get(
                        "/v1/graphs/bank/states/account_balance/value?consistency=fresh&key="
                                + account)
                .json();
    }

    private static boolean isCommitted(Answer answer) {
        assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
        return answer.json().path("outcome").asText().equals("COMMITTED");
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

    /** Also sends a poisoned call now and then. */
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
