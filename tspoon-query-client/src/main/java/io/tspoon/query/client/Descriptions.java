/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;

import com.fasterxml.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads what servers tell of t-graphs. */
final class Descriptions {
    private Descriptions() {}

    static List<GraphSummary> graphs(JsonNode body) {
        List<GraphSummary> graphs = new ArrayList<>();
        for (JsonNode graph : Json.member(body, "graphs")) {
            List<String> states = new ArrayList<>();
            Json.member(graph, "states").forEach(state -> states.add(state.asText()));
            graphs.add(
                    new GraphSummary(
                            text(graph, "job"),
                            text(graph, "jobName"),
                            text(graph, "name"),
                            ready(graph),
                            List.copyOf(states)));
        }
        return List.copyOf(graphs);
    }

    static GraphDescription graph(JsonNode body) {
        List<GraphDescription.State> states = new ArrayList<>();
        Json.member(body, "states").forEach(state -> states.add(state(state)));
        List<GraphDescription.Procedure> procedures = new ArrayList<>();
        for (JsonNode procedure : body.path("procedures")) { // older servers have none
            procedures.add(
                    new GraphDescription.Procedure(
                            text(procedure, "name"),
                            Json.member(procedure, "requestSchema"),
                            Json.member(procedure, "answerSchema"),
                            Duration.ofMillis(number(procedure, "retentionMs"))));
        }
        return new GraphDescription(
                text(body, "job"),
                text(body, "name"),
                ready(body),
                body.path("detail").asText(""),
                List.copyOf(states),
                List.copyOf(procedures));
    }

    static GraphMetrics metrics(JsonNode body) {
        return new GraphMetrics(
                Instant.ofEpochMilli(number(body, "timeMs")),
                (int) number(body, "coordinators"),
                number(body, "committed"),
                number(body, "aborted"),
                number(body, "retries"),
                number(body, "inFlight"),
                decimal(body, "latencyP50Ms"),
                decimal(body, "latencyP99Ms"),
                number(body, "stableLagMs"),
                aborts(body),
                last(body),
                hottest(body));
    }

    static GraphParallelism parallelism(JsonNode body) {
        List<String> graphs = new ArrayList<>();
        Json.member(body, "graphs").forEach(graph -> graphs.add(graph.asText()));
        JsonNode change = body.path("change");
        return new GraphParallelism(
                List.copyOf(graphs),
                (int) number(body, "parallelism"),
                (int) number(body, "maxParallelism"),
                change.isObject() ? Optional.of(change(change)) : Optional.empty());
    }

    private static GraphParallelism.Change change(JsonNode change) {
        List<GraphParallelism.Passed> passed = new ArrayList<>();
        for (JsonNode one : Json.member(change, "passed")) {
            passed.add(
                    new GraphParallelism.Passed(phase(one), Duration.ofMillis(number(one, "ms"))));
        }
        return new GraphParallelism.Change(
                text(change, "id"),
                (int) number(change, "from"),
                (int) number(change, "to"),
                text(change, "by").equals("GUARD"),
                phase(change),
                List.copyOf(passed),
                (int) number(change, "restarts"),
                change.path("detail").asText(""));
    }

    private static GraphParallelism.Phase phase(JsonNode object) {
        String name = text(object, "phase");
        for (GraphParallelism.Phase phase : GraphParallelism.Phase.values()) {
            if (phase.name().equals(name)) {
                return phase;
            }
        }
        throw new UnexpectedAnswer("phase is unknown", object);
    }

    private static List<GraphMetrics.HotKey> hottest(JsonNode body) {
        List<GraphMetrics.HotKey> keys = new ArrayList<>();
        for (JsonNode hot : body.path("hottestKeys")) {
            keys.add(
                    new GraphMetrics.HotKey(
                            text(hot, "state"),
                            (int) number(hot, "instance"),
                            Json.member(hot, "key"),
                            Json.member(hot, "share").asDouble()));
        }
        return List.copyOf(keys);
    }

    private static List<GraphMetrics.Aborts> aborts(JsonNode body) {
        List<GraphMetrics.Aborts> all = new ArrayList<>();
        for (JsonNode aborts : body.path("abortReasons")) { // older servers have none
            all.add(
                    new GraphMetrics.Aborts(
                            AbortReason.Kind.valueOf(text(aborts, "kind")),
                            text(aborts, "operator"),
                            text(aborts, "rule"),
                            number(aborts, "transactions")));
        }
        return List.copyOf(all);
    }

    private static List<TransactionOutcome> last(JsonNode body) {
        List<TransactionOutcome> last = new ArrayList<>();
        body.path("lastTransactions").forEach(outcome -> last.add(transaction(outcome)));
        return List.copyOf(last);
    }

    static TransactionOutcome transaction(JsonNode body) {
        return new TransactionOutcome(
                text(body, "entrance"),
                text(body, "key"),
                Outcome.valueOf(text(body, "outcome")),
                new TransactionId(Long.parseLong(text(body, "id"))),
                Json.timestamp(body),
                (int) number(body, "attempts"),
                reasons(body));
    }

    static <R> CallResult<R> call(JsonNode body, List<R> emitted) {
        return new CallResult<>(
                text(body, "key"),
                Outcome.valueOf(text(body, "outcome")),
                Json.member(body, "durable").asBoolean(),
                Json.member(body, "repeated").asBoolean(),
                new TransactionId(Long.parseLong(text(body, "id"))),
                Json.timestamp(body),
                (int) number(body, "attempts"),
                reasons(body),
                emitted);
    }

    private static List<AbortReason> reasons(JsonNode body) {
        List<AbortReason> reasons = new ArrayList<>();
        for (JsonNode reason : Json.member(body, "reasons")) {
            reasons.add(
                    new AbortReason(
                            AbortReason.Kind.valueOf(text(reason, "kind")),
                            text(reason, "operator"),
                            text(reason, "key"),
                            text(reason, "rule"),
                            text(reason, "detail")));
        }
        return List.copyOf(reasons);
    }

    private static GraphDescription.State state(JsonNode state) {
        JsonNode keys = state.path("keys");
        return new GraphDescription.State(
                text(state, "name"),
                (int) number(state, "parallelism"),
                (int) number(state, "readyInstances"),
                keys.isNumber() ? OptionalLong.of(keys.longValue()) : OptionalLong.empty(),
                Json.member(state, "keySchema"),
                Json.member(state, "valueSchema"),
                text(state, "constraint"),
                Duration.ofMillis(number(state, "retentionMs")));
    }

    private static boolean ready(JsonNode graph) {
        return text(graph, "health").equals("READY");
    }

    private static String text(JsonNode object, String name) {
        return Json.member(object, name).asText();
    }

    private static long number(JsonNode object, String name) {
        JsonNode number = Json.member(object, name);
        if (!number.isNumber()) {
            throw new UnexpectedAnswer(name + " is no number", object);
        }
        return number.longValue();
    }

    private static OptionalDouble decimal(JsonNode object, String name) {
        JsonNode number = Json.member(object, name);
        return number.isNumber() ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
    }
}
