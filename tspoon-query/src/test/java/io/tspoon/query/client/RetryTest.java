/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.FailureReason;
import io.tspoon.query.client.QueryResult.Failure;
import io.tspoon.query.client.ScriptedEndpoint.Reply;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.StuckServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import static io.tspoon.query.client.ScriptedEndpoint.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the client makes of failures of servers and network. */
class RetryTest {
    private static final Question<Optional<Long>> ALICE =
            StateQuery.of("balance", String.class, Long.class).key("alice");
    private static final Reply ANSWER =
            new Reply(200, "{\"key\":\"alice\",\"found\":true,\"value\":7,\"timestamp\":\"4096\"}");
    private static final Reply NOT_READY = problem(503, "NOT_READY", true);
    private static final RetryPolicy QUICK =
            new RetryPolicy(4, Duration.ofMillis(1), Duration.ofMillis(4));

    /** What is said of an answer whose headers have come. */
    private static final String HALF = "not whole in time";

    /** Enough for headers, even on a busy machine. */
    private static final Duration LONG = Duration.ofSeconds(5);

    @Test
    void failureThatMayPassIsRetried() throws IOException {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(NOT_READY, NOT_READY, ANSWER)) {
            assertThat(ask(endpoint).orElseThrow()).hasValue(7L);
            assertThat(endpoint.requests()).hasSize(3);
        }
    }

    @Test
    void retriesAreBounded() throws IOException {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(NOT_READY)) {
            Failure<?> failure = failure(ask(endpoint));
            assertThat(failure.reason()).isEqualTo(QueryFailureReason.NOT_READY);
            assertThat(failure.retryable()).isTrue();
            assertThat(failure.message())
                    .contains("Cannot read: it is a test. Do something.", "status=503");
            assertThat(endpoint.requests()).hasSize(QUICK.attempts());
        }
    }

    @Test
    void refusalIsNotRetried() throws IOException {
        try (ScriptedEndpoint endpoint =
                ScriptedEndpoint.start(problem(404, "UNKNOWN_STATE", false), ANSWER)) {
            assertThat(failure(ask(endpoint)).reason()).isEqualTo(QueryFailureReason.UNKNOWN_STATE);
            assertThat(endpoint.requests()).hasSize(1);
        }
    }

    @Test
    @Timeout(60)
    void timeoutCoversTheRetries() throws IOException {
        RetryPolicy patient =
                new RetryPolicy(1_000_000, Duration.ofMillis(5), Duration.ofMillis(5));
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(NOT_READY)) {
            QueryClient client = QueryClient.to(endpoint.address()).retries(patient).build();
            QueryResult<?> result =
                    client.graph("bank").withTimeout(Duration.ofMillis(300)).ask(ALICE);
            assertThat(failure(result).reason())
                    .isIn(QueryFailureReason.NOT_READY, QueryFailureReason.TIMEOUT);
        }
    }

    @Test
    void nextEndpointTakesOver() throws IOException {
        URI gone;
        try (ScriptedEndpoint ended = ScriptedEndpoint.start(ANSWER)) {
            gone = ended.address();
        }
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(ANSWER)) {
            QueryClient client = QueryClient.to(gone, endpoint.address()).retries(QUICK).build();
            GraphReader bank = client.graph("bank");
            assertThat(bank.ask(ALICE).orElseThrow()).hasValue(7L);
            assertThat(bank.ask(ALICE).orElseThrow()).hasValue(7L);
            assertThat(endpoint.requests()).hasSize(2);
        }
    }

    /** The headers are there, so the timeout of the JDK's request is over. */
    @Test
    @Timeout(60)
    void answerThatStopsInItsMiddleIsGivenUp() throws Exception {
        try (StuckServer stuck = new StuckServer();
                ScriptedEndpoint endpoint = ScriptedEndpoint.start(ANSWER)) {
            Duration time = Duration.ofMillis(200);
            GraphReader bank = inTime(time, stuck, endpoint);
            Failure<?> failure = failure(bank.ask(ALICE));
            while (!failure.message().contains(HALF) && time.compareTo(LONG) < 0) {
                time = time.multipliedBy(5); // it was too short for the headers
                bank = inTime(time, stuck, endpoint);
                failure = failure(bank.ask(ALICE));
            }
            assertThat(failure.reason()).isEqualTo(QueryFailureReason.TIMEOUT);
            assertThat(failure.retryable()).isTrue();
            assertThat(failure.message()).contains(HALF, stuck.address());
            Await.until("the end of each connection", () -> stuck.left() == stuck.answered());
            assertThat(stuck.answered()).isPositive();
            assertThat(bank.withTimeout(Duration.ofSeconds(20)).ask(ALICE).orElseThrow())
                    .hasValue(7L);
        }
    }

    private static GraphReader inTime(Duration time, StuckServer first, ScriptedEndpoint second) {
        return QueryClient.to(URI.create(first.address()), second.address())
                .timeout(time)
                .build()
                .graph("bank");
    }

    /** At once, and whatever the retries are; the next question begins where it was answered. */
    @ParameterizedTest
    @ValueSource(strings = {"UNKNOWN_JOB", "UNKNOWN_GRAPH", "UNAUTHENTICATED"})
    void whatOneEndpointDoesNotKnowAnotherOneMay(String reason) throws IOException {
        Reply refusal = problem(404, reason, false);
        try (ScriptedEndpoint first = ScriptedEndpoint.start(refusal);
                ScriptedEndpoint second = ScriptedEndpoint.start(refusal);
                ScriptedEndpoint third = ScriptedEndpoint.start(ANSWER)) {
            GraphReader bank =
                    QueryClient.to(first.address(), second.address(), third.address())
                            .retries(RetryPolicy.NEVER)
                            .build()
                            .graph("bank");
            assertThat(bank.ask(ALICE).orElseThrow()).hasValue(7L);
            assertThat(bank.ask(ALICE).orElseThrow()).hasValue(7L);
            assertThat(first.requests()).hasSize(1);
            assertThat(second.requests()).hasSize(1);
            assertThat(third.requests()).hasSize(2);
        }
    }

    @Test
    void whatNoEndpointKnowsIsAskedOnceOfEach() throws IOException {
        Reply refusal = problem(404, "UNKNOWN_JOB", false);
        try (ScriptedEndpoint one = ScriptedEndpoint.start(refusal);
                ScriptedEndpoint other = ScriptedEndpoint.start(refusal)) {
            GraphReader bank =
                    QueryClient.to(one.address(), other.address())
                            .retries(QUICK)
                            .build()
                            .graph("bank");
            assertThat(failure(bank.ask(ALICE)).reason()).isEqualTo(QueryFailureReason.UNKNOWN_JOB);
            assertThat(one.requests()).hasSize(1);
            assertThat(other.requests()).hasSize(1);
        }
    }

    /** One serves another job by now, the other one restarts. */
    @Test
    void endpointThatMayComeBackIsAskedAgain() throws IOException {
        Reply refusal = problem(404, "UNKNOWN_JOB", false);
        try (ScriptedEndpoint restarts = ScriptedEndpoint.start(NOT_READY, NOT_READY, ANSWER);
                ScriptedEndpoint another = ScriptedEndpoint.start(refusal)) {
            GraphReader bank =
                    QueryClient.to(restarts.address(), another.address())
                            .retries(QUICK)
                            .build()
                            .graph("bank");
            assertThat(bank.ask(ALICE).orElseThrow()).hasValue(7L);
        }
    }

    /** They have no problem to tell, and pages of their own. */
    @ParameterizedTest
    @CsvSource({"502,<html>", "503,{}", "504,''", "503,null"})
    void failureOfAProxyMayPass(int status, String body) throws IOException {
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(new Reply(status, body), ANSWER)) {
            assertThat(ask(endpoint).orElseThrow()).hasValue(7L);
        }
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(new Reply(status, body))) {
            Failure<?> failure = failure(ask(endpoint));
            assertThat(failure.reason()).isEqualTo(QueryFailureReason.UNREACHABLE);
            assertThat(failure.message()).contains("a proxy", "status=" + status);
            assertThat(endpoint.requests()).hasSize(QUICK.attempts());
        }
    }

    @Test
    void tokenThatCannotBeHadIsAFailure() throws IOException {
        for (Supplier<String> supplier :
                List.<Supplier<String>>of(
                        () -> {
                            throw new IllegalStateException("the vault is closed");
                        },
                        () -> "the vault is closed\n\u00fc")) {
            try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(ANSWER)) {
                QueryClient client = QueryClient.to(endpoint.address()).token(supplier).build();
                Failure<?> failure = failure(client.graph("bank").askAsync(ALICE).join());
                assertThat(failure.reason()).isEqualTo(QueryFailureReason.UNAUTHENTICATED);
                assertThat(failure.message())
                        .containsAnyOf("the vault is closed", "a character in it may not be");
                assertThat(endpoint.requests()).isEmpty();
            }
        }
    }

    @Test
    void nobodyThereIsUnreachable() throws IOException {
        URI gone;
        try (ScriptedEndpoint ended = ScriptedEndpoint.start(ANSWER)) {
            gone = ended.address();
        }
        QueryResult<?> result =
                QueryClient.to(gone).retries(QUICK).build().graph("bank").ask(ALICE);
        assertThat(failure(result).reason()).isEqualTo(QueryFailureReason.UNREACHABLE);
        assertThatThrownBy(result::orElseThrow)
                .isInstanceOfSatisfying(
                        QueryFailedException.class,
                        e -> {
                            assertThat(e.reason()).isEqualTo(QueryFailureReason.UNREACHABLE);
                            assertThat(e.isRetryable()).isTrue();
                        });
    }

    @Test
    void reasonOfANewerServerIsKeptInTheMessage() throws IOException {
        try (ScriptedEndpoint endpoint =
                ScriptedEndpoint.start(problem(503, "SUN_SPOTS", true), ANSWER)) {
            assertThat(ask(endpoint).orElseThrow()).hasValue(7L);
        }
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(problem(400, "BAD_TASTE", false))) {
            assertThat(failure(ask(endpoint)).message()).contains("BAD_TASTE");
        }
    }

    @Test
    void tokenIsAskedForEachRequest() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(NOT_READY, ANSWER)) {
            QueryClient client =
                    QueryClient.to(endpoint.address())
                            .retries(QUICK)
                            .token(() -> "secret" + asked.incrementAndGet() + "\n")
                            .build();
            assertThat(client.graph("bank").ask(ALICE).isAnswer()).isTrue();
            assertThat(endpoint.requests())
                    .extracting(ScriptedEndpoint.Request::authorization)
                    .containsExactly("Bearer secret1", "Bearer secret2");
        }
    }

    @Test
    void interruptedThreadGetsAFailure() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        AtomicReference<QueryResult<?>> result = new AtomicReference<>();
        RetryPolicy patient = new RetryPolicy(1_000, Duration.ofMinutes(1), Duration.ofMinutes(1));
        try (ScriptedEndpoint endpoint = ScriptedEndpoint.start(NOT_READY)) {
            QueryClient client =
                    QueryClient.to(endpoint.address())
                            .retries(patient)
                            .timeout(Duration.ofHours(1))
                            .build();
            Thread thread =
                    new Thread(
                            () -> {
                                asked.countDown();
                                result.set(client.graph("bank").ask(ALICE));
                                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                            });
            thread.start();
            asked.await();
            thread.interrupt();
            thread.join();
            assertThat(failure(result.get()).reason()).isEqualTo(QueryFailureReason.INTERRUPTED);
        }
    }

    @Test
    void everyReasonOfServersIsKnown() {
        for (FailureReason reason : FailureReason.values()) {
            assertThat(QueryFailureReason.named(reason.name()).name()).isEqualTo(reason.name());
        }
    }

    private static QueryResult<Optional<Long>> ask(ScriptedEndpoint endpoint) {
        return QueryClient.to(endpoint.address())
                .retries(QUICK)
                .timeout(Duration.ofSeconds(30))
                .build()
                .graph("bank")
                .ask(ALICE);
    }

    private static Failure<?> failure(QueryResult<?> result) {
        assertThat(result).isInstanceOf(Failure.class);
        return (Failure<?>) result;
    }
}
