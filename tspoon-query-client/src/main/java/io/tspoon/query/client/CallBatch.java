/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.call.Procedure;
import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.client.QueryResult.Failure;
import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Calls that are sent together. Those that fail in a way that may pass are sent again, with their
 * keys, as often as the client's policy allows. One thread uses it.
 */
final class CallBatch<R> {
    /** What a server takes in one request. */
    private static final int MAX_CALLS = 1_000;

    private final Transport transport;
    private final GraphCaller caller;
    private final List<GraphCall<R>> calls;
    private final List<QueryResult<CallResult<R>>> results = new ArrayList<>();
    private boolean durable;
    private long after;
    private Duration timeout = Duration.ofMillis(1);

    CallBatch(Transport transport, GraphCaller caller, List<GraphCall<R>> calls) {
        this.transport = transport;
        this.caller = caller;
        this.calls = calls;
        for (GraphCall<R> call : calls) {
            if (call.content().procedure().equals(Procedure.TRANSACT)) {
                throw new IllegalArgumentException(
                        "[TSP-5012] Cannot send calls together: one of them writes states, key="
                                + call.key()
                                + ". Send it by itself.");
            }
            durable |= call.isDurable();
            after = Math.max(after, call.after());
            timeout = timeout.compareTo(call.timeout()) < 0 ? call.timeout() : timeout;
        }
    }

    List<QueryResult<CallResult<R>>> send() {
        for (int from = 0; from < calls.size(); from += MAX_CALLS) {
            send(from, Math.min(from + MAX_CALLS, calls.size()));
        }
        return List.copyOf(results);
    }

    private void send(int from, int to) {
        long deadline = System.nanoTime() + timeout.toNanos();
        List<Integer> open = new ArrayList<>();
        for (int i = from; i < to; i++) {
            open.add(i);
            results.add(
                    new Failure<>(
                            QueryFailureReason.TIMEOUT,
                            true,
                            "[TSP-5011] Cannot get an answer: there was no time to send the call,"
                                    + " procedure="
                                    + calls.get(i).content().procedure()
                                    + ". Give it more."));
        }
        for (int round = 1; !open.isEmpty(); round++) {
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (left.isNegative() || left.isZero()) {
                return;
            }
            take(open, Transport.await(ask(open, left)));
            open.removeIf(
                    i -> !(results.get(i) instanceof Failure<?> failure && failure.retryable()));
            if (round >= transport.retries().attempts() || !pause(round, deadline)) {
                return;
            }
        }
    }

    /** Waits as long as the policy says; false if there is no time for that. */
    private boolean pause(int round, long deadline) {
        Duration wait =
                transport.retries().waitAfter(round, ThreadLocalRandom.current().nextDouble());
        if (System.nanoTime() + wait.toNanos() - deadline >= 0) {
            return false;
        }
        CompletableFuture<QueryResult<Boolean>> over =
                new CompletableFuture<QueryResult<Boolean>>()
                        .completeOnTimeout(
                                new Answer<>(true, new ExecutionTimestamp(0)),
                                wait.toMillis(),
                                TimeUnit.MILLISECONDS);
        return Transport.await(over).isAnswer();
    }

    private CompletableFuture<QueryResult<List<QueryResult<CallResult<R>>>>> ask(
            List<Integer> open, Duration left) {
        ObjectNode body = caller.json().object();
        ArrayNode array = body.putArray("calls");
        for (int i : open) {
            GraphCall<R> call = calls.get(i);
            array.addObject()
                    .put("procedure", call.content().procedure())
                    .put("key", call.key())
                    .set("request", call.content().request());
        }
        List<Integer> asked = List.copyOf(open);
        return transport.send(
                caller.terms(Call.execute("/calls", body, null), durable, after),
                left,
                answer -> new Answer<>(answers(asked, answer), new ExecutionTimestamp(0)));
    }

    private List<QueryResult<CallResult<R>>> answers(List<Integer> asked, JsonNode body) {
        JsonNode answers = Json.member(body, "answers");
        List<QueryResult<CallResult<R>>> all = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            JsonNode answer = Json.member(answers, i);
            all.add(
                    answer.has("outcome")
                            ? caller.answer(calls.get(asked.get(i)).content().answer(), answer)
                            : Transport.refused(answer, "call=" + asked.get(i)));
        }
        return all;
    }

    private void take(List<Integer> open, QueryResult<List<QueryResult<CallResult<R>>>> result) {
        for (int i = 0; i < open.size(); i++) {
            results.set(
                    open.get(i),
                    result instanceof Failure<?> failure
                            ? new Failure<>(
                                    failure.reason(), failure.retryable(), failure.message())
                            : result.orElseThrow().get(i));
        }
    }
}
