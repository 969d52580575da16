/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.Procedure;
import io.tspoon.index.IndexStatus;
import io.tspoon.query.peer.DescribedProcedure;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.HottestKey;
import io.tspoon.query.peer.StateRules;
import io.tspoon.query.peer.ToldOutcome;
import io.tspoon.query.route.AnsweredEntry;
import io.tspoon.query.route.DescribedGraph;
import io.tspoon.query.route.DescribedState;
import io.tspoon.query.route.EntriesResult;
import io.tspoon.query.route.KeyAnswer;
import io.tspoon.query.route.KeyGroupBalance;
import io.tspoon.query.route.ListedGraph;
import io.tspoon.query.route.MeasuredGraph;
import io.tspoon.query.route.QueryAnswer;
import io.tspoon.query.route.ReadResult;
import io.tspoon.query.route.TotalsResult;
import io.tspoon.read.AbortCount;
import io.tspoon.read.Backlog;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;

/** The JSON of the endpoint's answers, as the OpenAPI document describes it. */
final class AnswerJson {
    private static final String TIMESTAMP = "timestamp";
    private static final String STATE = "state";
    private static final double NANOS_PER_MS = 1_000_000;

    /** Capacity of a map for the three fields of an entry. */
    private static final int ENTRY_CAPACITY = 4;

    private AnswerJson() {}

    static ObjectNode of(KeyAnswer answer) {
        ObjectNode json = object();
        stamp(json, answer.timestamp());
        return json.setAll(of(answer.entry()));
    }

    static ObjectNode of(QueryAnswer answer) {
        ObjectNode json = object();
        stamp(json, answer.timestamp());
        ArrayNode results = json.putArray("results");
        for (ReadResult result : answer.results()) {
            ObjectNode one = results.addObject().put(STATE, result.state());
            put(one, result);
        }
        return json;
    }

    /** The answer if there is one read only, of a state that the request's address names. */
    static ObjectNode ofOnly(QueryAnswer answer) {
        ObjectNode json = object();
        put(json, answer.results().get(0));
        stamp(json, answer.timestamp());
        return json;
    }

    static ObjectNode of(ListedGraph graph) {
        ObjectNode json =
                object().put("job", graph.job())
                        .put("jobName", graph.jobName())
                        .put("name", graph.name())
                        .put("health", graph.health().name());
        ArrayNode states = json.putArray("states");
        graph.states().forEach(states::add);
        return json;
    }

    static ObjectNode of(DescribedGraph graph) {
        ObjectNode json =
                object().put("job", graph.job())
                        .put("name", graph.name())
                        .put("health", graph.health().name());
        if (!graph.lacks().isEmpty()) {
            json.put("detail", graph.lacks());
        }
        ArrayNode states = json.putArray("states");
        for (DescribedState state : graph.states()) {
            states.add(of(state));
        }
        ArrayNode procedures = json.putArray("procedures");
        for (DescribedProcedure procedure : graph.procedures()) {
            if (procedure.name().equals(Procedure.TRANSACT)) {
                json.putObject(Procedure.TRANSACT)
                        .put("retentionMs", procedure.retentionMs())
                        .set("requestSchema", procedure.request());
                continue;
            }
            ObjectNode one = procedures.addObject().put("name", procedure.name());
            one.set("requestSchema", procedure.request());
            one.set("answerSchema", procedure.answer());
            one.put("retentionMs", procedure.retentionMs());
        }
        return json;
    }

    static ObjectNode of(MeasuredGraph graph) {
        CoordinatorStatus total = graph.total();
        ObjectNode json =
                object().put("job", graph.job())
                        .put("graph", graph.name())
                        .put("timeMs", graph.timeMs())
                        .put("coordinators", graph.coordinators())
                        .put("committed", total.committed())
                        .put("aborted", total.aborted())
                        .put("retries", total.retries())
                        .put("inFlight", total.inFlight())
                        .put("stableLagMs", total.stableLagMs());
        putLatency(json, "latencyP50Ms", total.latencyP50Ns());
        putLatency(json, "latencyP99Ms", total.latencyP99Ns());
        ChainStatus chains = graph.chains();
        if (chains != null) {
            json.putObject("chains")
                    .put("firstRuns", chains.firstRuns())
                    .put("repeatedRuns", chains.repeatedRuns())
                    .put("objections", chains.objections())
                    .put("withdrawals", chains.withdrawals())
                    .put("speculativeTransactions", chains.speculative())
                    .put("speculationDepth", chains.depth());
        }
        Backlog.Batches batches = total.backlog().batches();
        if (batches != null) {
            json.putObject("batches")
                    .put("pending", batches.pending())
                    .put("oldestMs", batches.oldestMs());
        }
        if (total.backlog().triggered() != null) {
            json.put("triggersWaiting", total.backlog().triggered());
        }
        if (!total.horizonHolder().isEmpty()) {
            json.put("horizonHolder", total.horizonHolder());
        }
        ArrayNode aborts = json.putArray("abortReasons");
        for (AbortCount count : total.causes()) {
            aborts.addObject()
                    .put("kind", count.kind().name())
                    .put("operator", count.operator())
                    .put("rule", count.rule())
                    .put("transactions", count.transactions());
        }
        ArrayNode last = json.putArray("lastTransactions");
        total.last().forEach(outcome -> last.add(of(outcome)));
        ArrayNode hottest = json.putArray("hottestKeys");
        for (HottestKey hot : graph.hottestKeys()) {
            hottest.addObject()
                    .put("state", hot.state())
                    .put("instance", hot.instance())
                    .put("share", hot.share())
                    .set("key", hot.key());
        }
        ArrayNode keyGroups = json.putArray("keyGroups");
        for (KeyGroupBalance balance : graph.keyGroups()) {
            ArrayNode groups =
                    keyGroups
                            .addObject()
                            .put("state", balance.state())
                            .put("accessesPerS", balance.accessesPerS())
                            .put("busiest", balance.busiest())
                            .put("reachable", balance.reachable())
                            .putArray("hottest");
            for (KeyGroupBalance.HotGroup hot : balance.hottest()) {
                groups.addObject()
                        .put("group", hot.group())
                        .put("instance", hot.instance())
                        .put("share", hot.share());
            }
        }
        return json;
    }

    static ObjectNode of(RetainedOutcome outcome) {
        ObjectNode json =
                object().put("entrance", outcome.entrance())
                        .put("key", outcome.key())
                        .put("outcome", outcome.outcome().name())
                        .put("id", Long.toString(outcome.id()));
        stamp(json, outcome.timestamp());
        json.put("attempts", outcome.attempts());
        putReasons(json, outcome.reasons());
        return json;
    }

    static ObjectNode of(ToldOutcome outcome) {
        ObjectNode json =
                object().put("key", outcome.key())
                        .put("outcome", outcome.outcome().name())
                        .put("durable", outcome.durable())
                        .put("repeated", outcome.repeated())
                        .put("id", Long.toString(outcome.id()));
        stamp(json, outcome.timestamp());
        json.put("attempts", outcome.attempts());
        putReasons(json, outcome.reasons());
        ArrayNode emitted = json.putArray("emitted");
        outcome.emitted().forEach(emitted::add);
        return json;
    }

    private static void putReasons(ObjectNode json, List<AbortReason> all) {
        ArrayNode reasons = json.putArray("reasons");
        for (AbortReason reason : all) {
            reasons.addObject()
                    .put("kind", reason.kind().name())
                    .put("operator", reason.operator())
                    .put("key", reason.key())
                    .put("rule", reason.rule())
                    .put("detail", reason.detail());
        }
    }

    private static ObjectNode of(DescribedState state) {
        EntrySchemas schemas = state.schemas();
        StateRules rules = state.rules();
        ObjectNode json =
                object().put("name", state.name())
                        .put("parallelism", state.parallelism())
                        .put("readyInstances", state.readyInstances())
                        .put("maxParallelism", rules.maxParallelism());
        json.set("keySchema", schemas.key());
        json.set("valueSchema", schemas.value());
        if (schemas.initialValue() != null) {
            json.set("initialValue", schemas.initialValue());
        }
        json.put("constraint", rules.constraint()).put("retentionMs", rules.retentionMs());
        ArrayNode indexes = json.putArray("indexes");
        for (IndexStatus index : state.indexes()) {
            indexes.addObject()
                    .put("name", index.name())
                    .put("field", index.pointer())
                    .put("status", index.phase().name())
                    .put("entries", index.entries())
                    .put("bytes", index.bytes());
        }
        return state.keys().isPresent()
                ? json.put("keys", state.keys().getAsLong())
                : json.putNull("keys");
    }

    private static void put(ObjectNode json, ReadResult result) {
        if (result instanceof EntriesResult entries) {
            ArrayNode array = json.putArray("entries");
            for (AnsweredEntry entry : entries.entries()) {
                array.add(of(entry));
            }
            if (entries.nextPage() != null) {
                json.put("nextPageToken", entries.nextPage());
            }
            if (entries.plan() != null) {
                entries.plan().putInto(json);
            }
        } else if (result instanceof TotalsResult totals) {
            json.putObject("values").setAll(totals.totals());
            if (totals.plan() != null) {
                totals.plan().putInto(json);
            }
        }
    }

    /** The map is small because an answer may have very many entries. */
    private static ObjectNode of(AnsweredEntry entry) {
        ObjectNode json =
                new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(ENTRY_CAPACITY));
        json.set("key", entry.key());
        return json.put("found", entry.found()).set("value", entry.value());
    }

    /** The timestamp is a text, because JavaScript's numbers cannot hold it exactly. */
    private static void stamp(ObjectNode json, long timestamp) {
        json.put(TIMESTAMP, Long.toString(timestamp));
    }

    private static void putLatency(ObjectNode json, String name, double nanos) {
        if (Double.isNaN(nanos)) {
            json.putNull(name);
        } else {
            json.put(name, nanos / NANOS_PER_MS);
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
