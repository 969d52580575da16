/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.call.CallException;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.MemoryCalls.Receipt;
import io.tspoon.query.testing.MemoryCalls.Transfer;
import io.tspoon.query.testing.TestJob;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;

import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The Java client calls procedures of real servers, with coordinators in memory. */
class CallerTest {
    private static final ProcedureSpec<Transfer, Receipt> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Receipt.class);
    private static final ProcedureSpec<String, Integer> LENGTH =
            ProcedureSpec.named("length", String.class, Integer.class);
    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class);
    private static final Transfer THIRTY = new Transfer("alice", "bob", 30);

    private final MemoryCalls calls = MemoryCalls.of(2);
    private TestJob job;
    private GraphCaller bank;

    @BeforeEach
    void start() throws Exception {
        job = TestJob.callable(2, calls, new Configuration());
        bank = client(RetryPolicy.NEVER).caller("bank");
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    private QueryClient client(RetryPolicy retries) {
        return QueryClient.to(URI.create(job.address(0))).retries(retries).build();
    }

    @Test
    void statesAreWritten() {
        Writes writes =
                Writes.none()
                        .expect(BALANCE, "alice", 100L)
                        .expectAbsent(BALANCE, "carl")
                        .put(BALANCE, "carl", 7L)
                        .delete(BALANCE, "bob");
        CallResult<Void> done = bank.transact(writes).key("k1").awaitDurable().orElseThrow();

        assertThat(done.isCommitted()).isTrue();
        assertThat(done.durable()).isTrue();
        assertThat(done.emitted()).isEmpty();
        assertThat(calls.balance("carl")).isEqualTo(7);
        assertThat(calls.exists("bob")).isFalse();
        assertThat(bank.transact(writes).key("k1").orElseThrow().repeated()).isTrue();
        assertThat(bank.findTransact("k1").orElseThrow()).map(CallResult::timestamp).isPresent();
        CallResult<Void> aborted = bank.transact(writes).after(done.timestamp()).orElseThrow();
        assertThat(aborted.reasons())
                .containsExactly(
                        new AbortReason(
                                AbortReason.Kind.EXPECTATION,
                                "balance",
                                "carl",
                                "/expect/1",
                                "exists=true"));
        assertThat(calls.executed()).isEqualTo(2);
    }

    @Test
    void writesThatAreNone() {
        QueryResult<CallResult<Void>> empty = bank.transact(Writes.none()).send();
        assertThat(((QueryResult.Failure<?>) empty).reason())
                .isEqualTo(QueryFailureReason.INVALID_CALL);
        List<GraphCall<Void>> together = List.of(bank.transact(Writes.none()).key("k"));
        assertThatThrownBy(() -> bank.callAll(together))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[TSP-5012] Cannot send calls together")
                .hasMessageContaining("key=k");
        assertThatThrownBy(() -> Writes.none().put(BALANCE, "a", null))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void resultsAreTyped() {
        CallResult<Receipt> result =
                bank.call(TRANSFER, THIRTY)
                        .key("order-17")
                        .awaitDurable()
                        .after(new ExecutionTimestamp(500))
                        .timeout(Duration.ofSeconds(20))
                        .orElseThrow();

        assertThat(result.isCommitted()).isTrue();
        assertThat(result.durable()).isTrue();
        assertThat(result.repeated()).isFalse();
        assertThat(result.key()).isEqualTo("order-17");
        assertThat(result.timestamp()).isEqualTo(new ExecutionTimestamp(501));
        assertThat(result.emitted())
                .containsExactly(new Receipt("alice", 70), new Receipt("bob", 30));
        assertThat(bank.call(TRANSFER, THIRTY).key("order-17").orElseThrow().repeated()).isTrue();
        assertThat(bank.find(TRANSFER, "order-17").orElseThrow().orElseThrow().emitted())
                .isEqualTo(result.emitted());
        assertThat(failure(bank.find(TRANSFER, "order-18")).reason())
                .isEqualTo(QueryFailureReason.UNKNOWN_CALL);
        assertThat(bank.call(LENGTH, "four").orElseThrow().emitted()).containsExactly(4);
    }

    @Test
    void keysAreRandomUnlessTheyAreSet() {
        GraphCall<Receipt> call = bank.call(TRANSFER, THIRTY);
        assertThat(call.key()).isNotEqualTo(bank.call(TRANSFER, THIRTY).key()).hasSize(36);
        assertThat(call.orElseThrow().repeated()).isFalse();
        assertThat(call.orElseThrow().repeated()).isTrue();
        for (String key : List.of("", "a b", "x".repeat(256), "\u00e9")) {
            assertThatThrownBy(() -> call.key(key))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("[TSP-5010] Cannot set key of call: ");
        }
    }

    @Test
    void abortsAndFailedFunctionsAreResults() {
        CallResult<Receipt> aborted =
                bank.call(TRANSFER, new Transfer("alice", "bob", 101)).orElseThrow();
        assertThat(aborted.outcome()).isEqualTo(Outcome.ABORTED);
        assertThat(aborted.hasFailed()).isFalse();
        assertThat(aborted.reasons().get(0).rule()).isEqualTo("balance is not negative");
        CallResult<Receipt> failed =
                bank.call(TRANSFER, new Transfer("alice", "nobody", 1)).orElseThrow();
        assertThat(failed.outcome()).isEqualTo(Outcome.ABORTED);
        assertThat(failed.hasFailed()).isTrue();
    }

    @Test
    void whatIsWrongIsSaid() {
        QueryResult.Failure<?> invalid =
                failure(bank.call(TRANSFER, new Transfer("bob", "bob", 1)).send());
        assertThat(invalid.reason()).isEqualTo(QueryFailureReason.INVALID_CALL);
        assertThat(invalid.retryable()).isFalse();
        assertThat(invalid.message()).contains("from and to are the same account", "executed=no");
        bank.call(TRANSFER, THIRTY).key("k").orElseThrow();
        assertThat(
                        failure(
                                        bank.call(TRANSFER, new Transfer("alice", "bob", 1))
                                                .key("k")
                                                .send())
                                .reason())
                .isEqualTo(QueryFailureReason.KEY_REUSED);
    }

    @Test
    void sessionIsPassedOn() {
        QuerySession session = QuerySession.since(new ExecutionTimestamp(700));
        bank.with(session).call(LENGTH, "").orElseThrow();
        assertThat(session.token()).isEqualTo(new ExecutionTimestamp(701));
        bank.with(session).callAll(List.of(bank.call(LENGTH, "")));
        assertThat(session.token()).isEqualTo(new ExecutionTimestamp(702));
    }

    /** Also where nobody knows whether the call was executed: its key tells. */
    @Test
    void callsAreRepeatedWithTheirKeys() throws Exception {
        String done =
                "{\"key\":\"k\",\"outcome\":\"COMMITTED\",\"durable\":false,\"repeated\":true,"
                        + "\"id\":\"1\",\"timestamp\":\"1\",\"attempts\":1,\"reasons\":[],"
                        + "\"emitted\":[4]}";
        ScriptedEndpoint.Reply unknown =
                new ScriptedEndpoint.Reply(
                        500,
                        "{\"status\":500,\"reason\":\"INTERNAL\",\"retryable\":false,"
                                + "\"detail\":\"d\",\"action\":\"a\",\"executed\":\"unknown\"}");
        try (ScriptedEndpoint endpoint =
                ScriptedEndpoint.start(
                        ScriptedEndpoint.problem(503, "OVERLOADED", true),
                        ScriptedEndpoint.problem(504, "TIMEOUT", true),
                        unknown,
                        new ScriptedEndpoint.Reply(200, done))) {
            CallResult<Integer> result =
                    QueryClient.to(endpoint.address())
                            .retries(new RetryPolicy(9, Duration.ofMillis(1), Duration.ofMillis(1)))
                            .build()
                            .caller("bank")
                            .call(LENGTH, "four")
                            .orElseThrow();
            assertThat(result.repeated()).isTrue();
            assertThat(endpoint.requests()).hasSize(4);
            assertThat(endpoint.requests().stream().map(ScriptedEndpoint.Request::key).distinct())
                    .singleElement()
                    .asString()
                    .hasSize(36);
            assertThat(endpoint.requests())
                    .allMatch(
                            request ->
                                    request.target()
                                            .startsWith("/v1/graphs/bank/calls/length?timeoutMs="))
                    .allMatch(request -> request.body().equals("\"four\""));
        }
    }

    @Test
    void batchIsAnsweredInItsOrder() {
        List<GraphCall<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            all.add(bank.call(LENGTH, "x".repeat(i % 7)).key("k" + i));
        }
        List<QueryResult<CallResult<Integer>>> results = bank.callAll(all);
        assertThat(results).hasSize(1_100);
        for (int i = 0; i < results.size(); i++) {
            CallResult<Integer> result = results.get(i).orElseThrow();
            assertThat(result.key()).isEqualTo("k" + i);
            assertThat(result.emitted()).containsExactly(i % 7);
        }
        assertThat(bank.callAll(List.<GraphCall<Integer>>of())).isEmpty();
    }

    @Test
    void onlyWhatMayPassIsRepeatedOfABatch() {
        calls.coordinator(1)
                .refuse(
                        new CallException(
                                CallException.Reason.OVERLOADED, "[TSP-2122] By the test."));
        GraphCaller patient =
                client(new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1)))
                        .caller("bank");
        List<GraphCall<Receipt>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(patient.call(TRANSFER, new Transfer("alice", "bob", 1)).key("k" + i));
        }
        List<QueryResult<CallResult<Receipt>>> results = patient.callAll(all);
        assertThat(results.stream().filter(QueryResult::isAnswer))
                .hasSize(calls.executed())
                .hasSizeBetween(1, 9)
                .noneMatch(result -> result.orElseThrow().repeated());
        calls.coordinator(1).refuse(null);
        assertThat(patient.callAll(all)).allMatch(QueryResult::isAnswer);
        assertThat(calls.balance("bob")).isEqualTo(10);
    }

    @Test
    void underWayIsNoResultYet() throws Exception {
        calls.coordinator(0).hold(true);
        calls.coordinator(1).hold(true);
        var sent = bank.call(LENGTH, "").key("k").timeout(Duration.ofSeconds(20)).sendAsync();
        Await.until(
                "a call under way",
                () -> calls.coordinator(0).waiting() + calls.coordinator(1).waiting() == 1);
        assertThat(bank.find(LENGTH, "k").orElseThrow()).isEqualTo(Optional.empty());
        calls.coordinator(0).hold(false);
        calls.coordinator(1).hold(false);
        assertThat(sent.get().orElseThrow().isCommitted()).isTrue();
    }

    private static QueryResult.Failure<?> failure(QueryResult<?> result) {
        return (QueryResult.Failure<?>) result;
    }
}
