/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.client.QueryResult.Failure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.SSLException;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sends requests, goes on to the next endpoint after a failure that may pass, or that may be none
 * there, and makes values of all failures.
 */
final class Transport {
    /** How much longer than the server the client waits, so that the server's reason arrives. */
    private static final Duration GRACE = Duration.ofMillis(250);

    /** Far below what nanoseconds in a long can hold. */
    static final Duration LONGEST = Duration.ofDays(365);

    /** Longer than any server waits. */
    private static final Duration LONGEST_WAIT = Duration.ofHours(24);

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int LOWEST_OF_SERVERS = 500;
    private static final String RETRY_AFTER = "Retry-After";

    /** What proxies say of servers that they do not reach. */
    private static final Set<Integer> OF_PROXIES = Set.of(502, 503, 504);

    /** Refusals that another endpoint may not share: it may serve another job by now. */
    private static final Set<QueryFailureReason> MAYBE_ELSEWHERE =
            EnumSet.of(
                    QueryFailureReason.UNKNOWN_JOB,
                    QueryFailureReason.UNKNOWN_GRAPH,
                    QueryFailureReason.UNAUTHENTICATED);

    private final HttpClient http;
    private final Json json;
    private final List<URI> endpoints;
    private final Supplier<String> token;
    private final RetryPolicy retries;
    private final AtomicInteger endpoint = new AtomicInteger();

    /**
     * @param endpoints without path, at least one
     * @param token asked for each request; empty if there is none
     */
    Transport(
            HttpClient http,
            Json json,
            List<URI> endpoints,
            Supplier<String> token,
            RetryPolicy retries) {
        this.http = http;
        this.json = json;
        this.endpoints = endpoints;
        this.token = token;
        this.retries = retries;
    }

    /**
     * Sends a request until it is answered, refused for good, or attempts or time are up.
     *
     * @param reader makes the answer; an {@link UnexpectedAnswer} of it becomes a failure
     * @return a future that never fails
     */
    <T> CompletableFuture<QueryResult<T>> send(
            Call call, Duration timeout, Function<JsonNode, Answer<T>> reader) {
        long deadline = System.nanoTime() + timeout.toNanos();
        return new Asking<>(call, deadline, reader).ask(endpoint.get());
    }

    /** What is asked, one attempt after the other. */
    private final class Asking<T> {
        private final Call call;
        private final long deadline;
        private final Function<JsonNode, Answer<T>> reader;

        /** How many attempts have failed in a way that may pass. */
        private int failed;

        /** How long the server wants a call not to be sent again. */
        private Duration pause = Duration.ZERO;

        /** How many endpoints, one after the other, have said that they are not the right ones. */
        private int strangers;

        private Asking(Call call, long deadline, Function<JsonNode, Answer<T>> reader) {
            this.call = call;
            this.deadline = deadline;
            this.reader = reader;
        }

        private CompletableFuture<QueryResult<T>> ask(int current) {
            String bearer;
            try {
                bearer = checkedToken(token.get());
            } catch (RuntimeException e) {
                return CompletableFuture.completedFuture(noToken(e));
            }
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            URI base = endpoints.get(Math.floorMod(current, endpoints.size()));
            return response(request(base, call, bearer, left), left.plus(GRACE))
                    .handle(
                            (response, failure) -> {
                                pause = call.executes() ? pause(response) : Duration.ZERO;
                                return result(base, call, response, failure, reader);
                            })
                    .thenCompose(
                            result ->
                                    result instanceof Failure<T> failure
                                            ? goOn(failure, current)
                                            : CompletableFuture.completedFuture(result));
        }

        private CompletableFuture<QueryResult<T>> goOn(Failure<T> failure, int current) {
            if (failure.retryable()) {
                endpoint.compareAndSet(current, current + 1);
                strangers = 0;
                return again(failure);
            }
            if (MAYBE_ELSEWHERE.contains(failure.reason())
                    && ++strangers < endpoints.size()
                    && System.nanoTime() - deadline < 0) {
                endpoint.compareAndSet(current, current + 1);
                return ask(current + 1);
            }
            return CompletableFuture.completedFuture(failure);
        }

        private CompletableFuture<QueryResult<T>> again(Failure<T> failure) {
            failed++;
            Duration wait = retries.waitAfter(failed, ThreadLocalRandom.current().nextDouble());
            if (wait.compareTo(pause) < 0) {
                wait = pause;
            }
            if (failed >= retries.attempts()
                    || System.nanoTime() + wait.toNanos() - deadline >= 0) {
                return CompletableFuture.completedFuture(failure);
            }
            return new CompletableFuture<Void>()
                    .completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS)
                    .thenComposeAsync(waited -> ask(endpoint.get()));
        }
    }

    /**
     * What comes back, with its body, or a cancellation: the timeout of a request itself is over
     * when the headers are there.
     */
    private CompletableFuture<HttpResponse<byte[]>> response(HttpRequest request, Duration limit) {
        CompletableFuture<HttpResponse<byte[]>> response =
                http.sendAsync(request, BodyHandlers.ofByteArray());
        // Ends without an exception: else its delayed task stays (JDK-8303742).
        CompletableFuture<Boolean> over =
                new CompletableFuture<Boolean>()
                        .completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
        var unusedEnd =
                over.thenCompose(
                        late ->
                                late
                                        ? CompletableFuture.runAsync(() -> response.cancel(true))
                                        : CompletableFuture.<Void>completedFuture(null));
        var unused = response.whenComplete((answer, failure) -> over.complete(false));
        return response;
    }

    private HttpRequest request(URI base, Call call, String bearer, Duration left) {
        String timeoutMs = Long.toString(Math.max(1, left.toMillis()));
        HttpRequest.Builder request =
                HttpRequest.newBuilder()
                        .timeout(left.plus(GRACE))
                        .header("Accept", "application/json, application/problem+json");
        if (!bearer.isEmpty()) {
            request.header("Authorization", "Bearer " + bearer);
        }
        JsonNode body = call.body();
        if (body != null && call.executes()) {
            if (call.key() != null) {
                request.header("Idempotency-Key", call.key());
            }
            Call timed = call.timed() ? call.with("timeoutMs", timeoutMs) : call;
            return request.uri(base.resolve("/v1" + timed.path()))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(json.bytes(body)))
                    .build();
        }
        if (body == null) {
            Call timed = call.timed() ? call.with("timeoutMs", timeoutMs) : call;
            return request.uri(base.resolve("/v1" + timed.path())).GET().build();
        }
        ObjectNode timed = body.deepCopy();
        timed.put("timeoutMs", Long.parseLong(timeoutMs));
        return request.uri(base.resolve("/v1" + call.path()))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(json.bytes(timed)))
                .build();
    }

    /** For how long a server that could not execute a call asks not to be asked. */
    private static Duration pause(@Nullable HttpResponse<byte[]> response) {
        String seconds =
                response == null ? "" : response.headers().firstValue(RETRY_AFTER).orElse("");
        return seconds.matches("[0-9]{1,6}")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : Duration.ZERO;
    }

    private <T> QueryResult<T> result(
            URI base,
            Call call,
            @Nullable HttpResponse<byte[]> response,
            @Nullable Throwable failed,
            Function<JsonNode, Answer<T>> reader) {
        if (response == null) {
            return notSent(base, failed);
        }
        boolean mayBeProxy = OF_PROXIES.contains(response.statusCode());
        try {
            JsonNode body = json.parse(response.body());
            // A call whose function has failed has an outcome like any other.
            boolean answered = response.statusCode() == OK || response.statusCode() == ACCEPTED;
            if (answered || (call.executes() && body.has("outcome"))) {
                return reader.apply(body);
            }
            return mayBeProxy && !body.path("retryable").isBoolean()
                    ? ofProxy(base, response)
                    : refused(base, response, body);
        } catch (IOException e) {
            return mayBeProxy ? ofProxy(base, response) : unreadable(base, response, e);
        } catch (UnexpectedAnswer e) {
            return new Failure<>(
                    QueryFailureReason.UNEXPECTED_ANSWER,
                    false,
                    e.getMessage()
                            + ". Compare the types of the question with those of the state, and the"
                            + " versions of client and server.");
        }
    }

    private static <T> Failure<T> unreadable(
            URI base, HttpResponse<byte[]> response, IOException cause) {
        boolean deep = cause instanceof StreamConstraintsException;
        return new Failure<>(
                QueryFailureReason.UNEXPECTED_ANSWER,
                false,
                "[TSP-5200] Cannot understand the answer: it is "
                        + (deep ? "nested too deeply" : "no JSON")
                        + ", cause="
                        + (cause instanceof JsonProcessingException known
                                ? known.getOriginalMessage()
                                : cause.toString())
                        + ", endpoint="
                        + base
                        + ", status="
                        + response.statusCode()
                        + (deep
                                ? ". Ask for parts of the values, with a projection."
                                : ". Check that the address is that of a query endpoint."));
    }

    /** Servers say themselves whether it may pass. */
    private static <T> Failure<T> ofProxy(URI base, HttpResponse<byte[]> response) {
        return new Failure<>(
                QueryFailureReason.UNREACHABLE,
                true,
                "[TSP-5202] Cannot get an answer: a proxy on the way has none, endpoint="
                        + base
                        + ", status="
                        + response.statusCode()
                        + ". Check that the job is running and the address right.");
    }

    private static <T> Failure<T> noToken(RuntimeException cause) {
        return new Failure<>(
                QueryFailureReason.UNAUTHENTICATED,
                false,
                "[TSP-5006] Cannot get bearer token: its supplier failed, cause="
                        + cause
                        + ". Mend what the client was given.");
    }

    private static <T> Failure<T> refused(
            URI base, HttpResponse<byte[]> response, JsonNode problem) {
        return refused(problem, "status=" + response.statusCode() + ", endpoint=" + base);
    }

    /** The failure that a problem reports; one of a call that may have been executed may pass. */
    static <T> Failure<T> refused(JsonNode problem, String where) {
        String executed = problem.path("executed").asText("");
        boolean maybe =
                executed.equals("unknown") && problem.path("status").asInt() >= LOWEST_OF_SERVERS;
        return new Failure<>(
                QueryFailureReason.named(problem.path("reason").asText()),
                problem.path("retryable").asBoolean(false) || maybe,
                detailOf(problem)
                        + " "
                        + problem.path("action").asText("")
                        + " [reason="
                        + problem.path("reason").asText("none")
                        + (executed.isEmpty() ? "" : ", executed=" + executed)
                        + ", "
                        + where
                        + "]");
    }

    RetryPolicy retries() {
        return retries;
    }

    /** What happened, behind its code as in any message. */
    private static String detailOf(JsonNode problem) {
        String detail = problem.path("detail").asText("");
        String code = problem.path("code").asText("");
        if (detail.isEmpty()) {
            return "[TSP-5204] Cannot answer: no detail is given";
        }
        return code.isEmpty() ? detail : "[" + code + "] " + detail;
    }

    private static <T> Failure<T> notSent(URI base, @Nullable Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null
                        ? failed.getCause()
                        : failed;
        if (cause instanceof CancellationException) {
            cause = new HttpTimeoutException("the answer was not whole in time");
        }
        QueryFailureReason reason =
                cause instanceof HttpTimeoutException
                        ? QueryFailureReason.TIMEOUT
                        : QueryFailureReason.UNREACHABLE;
        return new Failure<>(
                reason,
                !(cause instanceof SSLException),
                "[TSP-5203] Cannot get an answer: "
                        + cause
                        + ", endpoint="
                        + base
                        + ". Check that the job is running and the address right, or give it more"
                        + " time.");
    }

    /** Waits for a result of {@link #send}. */
    static <T> QueryResult<T> await(CompletableFuture<QueryResult<T>> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Failure<>(
                    QueryFailureReason.INTERRUPTED,
                    false,
                    "[TSP-5205] Cannot wait for the answer: the thread was interrupted. End what it"
                            + " does.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "[TSP-5206] Cannot get result: a fault of the client", e);
        }
    }

    /** Without the line break that files end with; never shown, also not in an error. */
    static String checkedToken(String token) {
        String bearer = token.strip();
        if (!bearer.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "[TSP-5005] Cannot send bearer token: a character in it may not be in a header,"
                            + " length="
                            + bearer.length()
                            + ". Check where the token comes from.");
        }
        return bearer;
    }

    /** The time for which a server may wait, in milliseconds. */
    static long waitMs(Duration wait) {
        if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException(
                    "[TSP-5007] Cannot wait for transaction: the time is negative or too long,"
                            + " wait="
                            + wait
                            + ". Give at most "
                            + LONGEST_WAIT.toHours()
                            + " hours.");
        }
        return wait.toMillis();
    }

    static Duration checked(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "[TSP-5003] Cannot set timeout: it leaves no time, timeout="
                            + timeout
                            + ". Give a positive duration.");
        }
        if (timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "[TSP-5004] Cannot set timeout: it is too long, timeout="
                            + timeout
                            + ". Give at most "
                            + LONGEST.toDays()
                            + " days.");
        }
        return timeout;
    }
}
