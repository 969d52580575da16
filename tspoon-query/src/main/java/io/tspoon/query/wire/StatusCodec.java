/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.HottestKey;
import io.tspoon.query.peer.KeyGroupLoads;
import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.Statuses;
import io.tspoon.read.AbortCount;
import io.tspoon.read.Backlog;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.KeyGroupLoad;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * The figures of coordinators, and of instances whose accesses are executed in chains.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph</td>
 * <td>coordinators: [{index, committed, aborted, retries, inFlight, latencyP50Ns, latencyP99Ns, stableLagMs,
 * batches: {pending, oldestMs}, triggersWaiting, horizonHolder, causes: [{kind, operator, rule, transactions}], last: [{@link Outcomes}]}], chains: [{firstRuns, repeatedRuns, objections, withdrawals, speculative, depth}],
 * hottestKeys: [{state, index, share, key}],
 * keyGroups: [{state, index, parallelism, hottest: [{group, accessesPerS}], othersPerS}]</td></tr>
 * </table>
 */
final class StatusCodec implements MessageCodec<StatusRequest, Statuses> {
    private static final String COORDINATORS = "coordinators";
    private static final String COMMITTED = "committed";
    private static final String ABORTED = "aborted";
    private static final String RETRIES = "retries";
    private static final String IN_FLIGHT = "inFlight";
    private static final String LATENCY_P50_NS = "latencyP50Ns";
    private static final String LATENCY_P99_NS = "latencyP99Ns";
    private static final String STABLE_LAG_MS = "stableLagMs";
    private static final String BATCHES = "batches";
    private static final String PENDING = "pending";
    private static final String OLDEST_MS = "oldestMs";
    private static final String TRIGGERS_WAITING = "triggersWaiting";
    private static final String HORIZON_HOLDER = "horizonHolder";
    private static final String CAUSES = "causes";
    private static final String KIND = "kind";
    private static final String OPERATOR = "operator";
    private static final String RULE = "rule";
    private static final String TRANSACTIONS = "transactions";
    private static final String LAST = "last";
    private static final String CHAINS = "chains";
    private static final String FIRST_RUNS = "firstRuns";
    private static final String REPEATED_RUNS = "repeatedRuns";
    private static final String OBJECTIONS = "objections";
    private static final String WITHDRAWALS = "withdrawals";
    private static final String SPECULATIVE = "speculative";
    private static final String DEPTH = "depth";
    private static final String HOTTEST_KEYS = "hottestKeys";
    private static final String STATE = "state";
    private static final String KEY = "key";
    private static final String SHARE = "share";
    private static final String KEY_GROUPS = "keyGroups";
    private static final String PARALLELISM = "parallelism";
    private static final String HOTTEST = "hottest";
    private static final String GROUP = "group";
    private static final String ACCESSES_PER_S = "accessesPerS";
    private static final String OTHERS_PER_S = "othersPerS";

    @Override
    public String path() {
        return "status";
    }

    @Override
    public Class<StatusRequest> type() {
        return StatusRequest.class;
    }

    @Override
    public ObjectNode write(StatusRequest request) {
        return Parts.ofGraph(request.graph());
    }

    @Override
    public StatusRequest read(JsonNode body) {
        return new StatusRequest(Parts.graph(body));
    }

    @Override
    public ObjectNode writeAnswer(Statuses answer) {
        ObjectNode json = Parts.object();
        ArrayNode all = json.putArray(COORDINATORS);
        for (Statuses.Coordinator coordinator : answer.coordinators()) {
            CoordinatorStatus status = coordinator.status();
            ObjectNode added = all.addObject();
            added.put(Parts.INDEX, coordinator.index())
                    .put(COMMITTED, status.committed())
                    .put(ABORTED, status.aborted())
                    .put(RETRIES, status.retries())
                    .put(IN_FLIGHT, status.inFlight())
                    .put(LATENCY_P50_NS, status.latencyP50Ns())
                    .put(LATENCY_P99_NS, status.latencyP99Ns())
                    .put(STABLE_LAG_MS, status.stableLagMs())
                    .put(HORIZON_HOLDER, status.horizonHolder());
            putBacklog(added, status.backlog());
            putCauses(added.putArray(CAUSES), status.causes());
            ArrayNode last = added.putArray(LAST);
            status.last().forEach(outcome -> Outcomes.put(last.addObject(), outcome));
        }
        ArrayNode chains = json.putArray(CHAINS);
        for (ChainStatus status : answer.chains()) {
            chains.addObject()
                    .put(FIRST_RUNS, status.firstRuns())
                    .put(REPEATED_RUNS, status.repeatedRuns())
                    .put(OBJECTIONS, status.objections())
                    .put(WITHDRAWALS, status.withdrawals())
                    .put(SPECULATIVE, status.speculative())
                    .put(DEPTH, status.depth());
        }
        ArrayNode hottest = json.putArray(HOTTEST_KEYS);
        for (HottestKey hot : answer.hottestKeys()) {
            hottest.addObject()
                    .put(STATE, hot.state())
                    .put(Parts.INDEX, hot.instance())
                    .put(SHARE, hot.share())
                    .set(KEY, hot.key());
        }
        ArrayNode keyGroups = json.putArray(KEY_GROUPS);
        answer.keyGroups().forEach(loads -> put(keyGroups.addObject(), loads));
        return json;
    }

    private static void put(ObjectNode json, KeyGroupLoads loads) {
        json.put(STATE, loads.state())
                .put(Parts.INDEX, loads.instance())
                .put(PARALLELISM, loads.parallelism())
                .put(OTHERS_PER_S, loads.othersPerS());
        ArrayNode hottest = json.putArray(HOTTEST);
        for (KeyGroupLoad load : loads.hottest()) {
            hottest.addObject().put(GROUP, load.group()).put(ACCESSES_PER_S, load.accessesPerS());
        }
    }

    private static KeyGroupLoads keyGroups(JsonNode json) {
        List<KeyGroupLoad> hottest = new ArrayList<>();
        for (JsonNode load : json.path(HOTTEST)) {
            hottest.add(
                    new KeyGroupLoad(
                            load.path(GROUP).asInt(-1), load.path(ACCESSES_PER_S).asDouble()));
        }
        return new KeyGroupLoads(
                json.path(STATE).asText(),
                json.path(Parts.INDEX).asInt(-1),
                json.path(PARALLELISM).asInt(1),
                hottest,
                json.path(OTHERS_PER_S).asDouble());
    }

    private static void putBacklog(ObjectNode json, Backlog backlog) {
        Backlog.Batches batches = backlog.batches();
        if (batches != null) {
            json.putObject(BATCHES)
                    .put(PENDING, batches.pending())
                    .put(OLDEST_MS, batches.oldestMs());
        }
        if (backlog.triggered() != null) {
            json.put(TRIGGERS_WAITING, backlog.triggered());
        }
    }

    private static Backlog backlog(JsonNode json) {
        JsonNode batches = json.path(BATCHES);
        JsonNode triggered = json.path(TRIGGERS_WAITING);
        return new Backlog(
                batches.isMissingNode()
                        ? null
                        : new Backlog.Batches(
                                batches.path(PENDING).asInt(), batches.path(OLDEST_MS).asLong()),
                triggered.isMissingNode() ? null : Integer.valueOf(triggered.asInt()));
    }

    private static void putCauses(ArrayNode json, List<AbortCount> causes) {
        for (AbortCount cause : causes) {
            json.addObject()
                    .put(KIND, cause.kind().name())
                    .put(OPERATOR, cause.operator())
                    .put(RULE, cause.rule())
                    .put(TRANSACTIONS, cause.transactions());
        }
    }

    private static List<AbortCount> causes(JsonNode json) {
        List<AbortCount> causes = new ArrayList<>();
        for (JsonNode cause : json) {
            causes.add(
                    new AbortCount(
                            AbortReason.Kind.valueOf(cause.path(KIND).asText()),
                            cause.path(OPERATOR).asText(),
                            cause.path(RULE).asText(),
                            cause.path(TRANSACTIONS).asLong()));
        }
        return causes;
    }

    private static List<RetainedOutcome> last(JsonNode json) {
        List<RetainedOutcome> last = new ArrayList<>();
        json.forEach(outcome -> last.add(Outcomes.of(outcome)));
        return last;
    }

    @Override
    public Statuses readAnswer(JsonNode json) {
        List<Statuses.Coordinator> coordinators = new ArrayList<>();
        for (JsonNode one : json.path(COORDINATORS)) {
            coordinators.add(
                    new Statuses.Coordinator(
                            one.path(Parts.INDEX).asInt(-1),
                            new CoordinatorStatus(
                                    one.path(COMMITTED).asLong(),
                                    one.path(ABORTED).asLong(),
                                    one.path(RETRIES).asLong(),
                                    one.path(IN_FLIGHT).asInt(),
                                    one.path(LATENCY_P50_NS).asDouble(Double.NaN),
                                    one.path(LATENCY_P99_NS).asDouble(Double.NaN),
                                    one.path(STABLE_LAG_MS).asLong(),
                                    backlog(one),
                                    one.path(HORIZON_HOLDER).asText(),
                                    causes(one.path(CAUSES)),
                                    last(one.path(LAST)))));
        }
        List<ChainStatus> chains = new ArrayList<>();
        for (JsonNode one : json.path(CHAINS)) {
            chains.add(
                    new ChainStatus(
                            one.path(FIRST_RUNS).asLong(),
                            one.path(REPEATED_RUNS).asLong(),
                            one.path(OBJECTIONS).asLong(),
                            one.path(WITHDRAWALS).asLong(),
                            one.path(SPECULATIVE).asInt(),
                            one.path(DEPTH).asInt()));
        }
        List<HottestKey> hottest = new ArrayList<>();
        for (JsonNode one : json.path(HOTTEST_KEYS)) {
            hottest.add(
                    new HottestKey(
                            one.path(STATE).asText(),
                            one.path(Parts.INDEX).asInt(-1),
                            one.path(KEY),
                            one.path(SHARE).asDouble()));
        }
        List<KeyGroupLoads> keyGroups = new ArrayList<>();
        json.path(KEY_GROUPS).forEach(one -> keyGroups.add(keyGroups(one)));
        return new Statuses(coordinators, chains, hottest, keyGroups);
    }
}
