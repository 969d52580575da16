/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.client.QueryResult.Failure;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sends requests, goes on to the next endpoint after a failure that may pass, and makes values of
 * all failures.
 */
final class Transport {
    /** How much longer than the server the client waits, so that the server's reason arrives. */
    private static final Duration GRACE = Duration.ofMillis(250);

    private static final int OK = 200;

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
        return attempt(call, deadline, 1, reader);
    }

    private <T> CompletableFuture<QueryResult<T>> attempt(
            Call call, long deadline, int number, Function<JsonNode, Answer<T>> reader) {
        int current = endpoint.get();
        Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        URI base = endpoints.get(Math.floorMod(current, endpoints.size()));
        return http.sendAsync(request(base, call, left), BodyHandlers.ofByteArray())
                .handle((response, failed) -> result(base, response, failed, reader))
                .thenCompose(
                        result -> {
                            if (!(result instanceof Failure<T> failure) || !failure.retryable()) {
                                return CompletableFuture.completedFuture(result);
                            }
                            endpoint.compareAndSet(current, current + 1);
                            return again(call, deadline, number, reader, failure);
                        });
    }

    private <T> CompletableFuture<QueryResult<T>> again(
            Call call,
            long deadline,
            int number,
            Function<JsonNode, Answer<T>> reader,
            Failure<T> failure) {
        Duration wait = retries.waitAfter(number, ThreadLocalRandom.current().nextDouble());
        if (number >= retries.attempts() || System.nanoTime() + wait.toNanos() - deadline >= 0) {
            return CompletableFuture.completedFuture(failure);
        }
        return new CompletableFuture<Void>()
                .completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS)
                .thenComposeAsync(waited -> attempt(call, deadline, number + 1, reader));
    }

    private HttpRequest request(URI base, Call call, Duration left) {
        String timeoutMs = Long.toString(Math.max(1, left.toMillis()));
        HttpRequest.Builder request =
                HttpRequest.newBuilder()
                        .timeout(left.plus(GRACE))
                        .header("Accept", "application/json, application/problem+json");
        String bearer = checkedToken(token.get());
        if (!bearer.isEmpty()) {
            request.header("Authorization", "Bearer " + bearer);
        }
        ObjectNode body = call.body();
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

    private <T> QueryResult<T> result(
            URI base,
            @Nullable HttpResponse<byte[]> response,
            @Nullable Throwable failed,
            Function<JsonNode, Answer<T>> reader) {
        if (response == null) {
            return notSent(base, failed);
        }
        try {
            JsonNode body = json.parse(response.body());
            if (response.statusCode() == OK) {
                return reader.apply(body);
            }
            return refused(base, response, body);
        } catch (IOException e) {
            return new Failure<>(
                    QueryFailureReason.UNEXPECTED_ANSWER,
                    false,
                    "Cannot understand the answer: it is no JSON, endpoint="
                            + base
                            + ", status="
                            + response.statusCode()
                            + ". Check that the address is that of a query endpoint.");
        } catch (UnexpectedAnswer e) {
            return new Failure<>(
                    QueryFailureReason.UNEXPECTED_ANSWER,
                    false,
                    e.getMessage()
                            + ". Compare the types of the question with those of the state, and the"
                            + " versions of client and server.");
        }
    }

    private static <T> Failure<T> refused(
            URI base, HttpResponse<byte[]> response, JsonNode problem) {
        QueryFailureReason reason = QueryFailureReason.named(problem.path("reason").asText());
        return new Failure<>(
                reason,
                problem.path("retryable").asBoolean(false),
                problem.path("detail").asText("Cannot answer: no detail is given")
                        + " "
                        + problem.path("action").asText("")
                        + " [reason="
                        + problem.path("reason").asText("none")
                        + ", status="
                        + response.statusCode()
                        + ", endpoint="
                        + base
                        + "]");
    }

    private static <T> Failure<T> notSent(URI base, @Nullable Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null
                        ? failed.getCause()
                        : failed;
        QueryFailureReason reason =
                cause instanceof HttpTimeoutException
                        ? QueryFailureReason.TIMEOUT
                        : QueryFailureReason.UNREACHABLE;
        return new Failure<>(
                reason,
                !(cause instanceof SSLException),
                "Cannot get an answer: "
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
                    "Cannot wait for the answer: the thread was interrupted. End what it does.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot get result: a fault of the client", e);
        }
    }

    /** Without the line break that files end with; never shown, also not in an error. */
    static String checkedToken(String token) {
        String bearer = token.strip();
        if (!bearer.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "Cannot send bearer token: a character in it may not be in a header, length="
                            + bearer.length()
                            + ". Check where the token comes from.");
        }
        return bearer;
    }

    static Duration checked(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "Cannot set timeout: it leaves no time, timeout="
                            + timeout
                            + ". Give a positive duration.");
        }
        return timeout;
    }
}
