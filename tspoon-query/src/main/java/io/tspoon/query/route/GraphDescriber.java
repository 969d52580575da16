/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.index.IndexStatus;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.Described;
import io.tspoon.query.peer.DescribedInstance;
import io.tspoon.query.peer.DescribedProcedure;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.peer.StateRules;
import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.Statuses;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Describes the t-graphs of a job. */
@Internal
public final class GraphDescriber {
    /** Of a state none of whose instances has answered. */
    private static final EntrySchemas ANY =
            new EntrySchemas(BooleanNode.TRUE, BooleanNode.TRUE, null);

    private static final StateRules NONE = new StateRules(0, "", 0);

    private final JobDirectory directory;
    private final Topology topology;
    private final Peers peers;
    private final Timer timer;

    GraphDescriber(JobDirectory directory, Topology topology, Peers peers, Timer timer) {
        this.directory = directory;
        this.topology = topology;
        this.peers = peers;
        this.timer = timer;
    }

    /** Whether the job has t-graphs; see {@link Topology#hasStates}. */
    public CompletableFuture<Boolean> any() {
        return topology.hasStates();
    }

    /**
     * Name, health and states of each t-graph. If the job cannot be asked now, the last known ones,
     * marked as not ready.
     */
    public CompletableFuture<List<ListedGraph>> list() {
        return topology.current()
                .handle(
                        (layout, failure) -> {
                            Layout last = topology.last();
                            if (layout != null && (layout.isKnown() || last == null)) {
                                return list(layout, graph -> health(layout, graph));
                            }
                            if (last == null) {
                                throw Failures.of(failure);
                            }
                            return list(last, graph -> GraphHealth.NOT_READY);
                        });
    }

    private List<ListedGraph> list(Layout layout, Function<String, GraphHealth> health) {
        List<ListedGraph> graphs = new ArrayList<>();
        for (String graph : layout.graphs()) {
            graphs.add(
                    new ListedGraph(
                            directory.jobId(),
                            directory.jobName(),
                            graph,
                            health.apply(graph),
                            List.copyOf(layout.states(graph).keySet())));
        }
        return graphs;
    }

    /**
     * Describes a t-graph and its states. Servers get half of the timeout, so that an answer is
     * still in time if some of them do not respond.
     */
    public CompletableFuture<DescribedGraph> describe(String graph, long timeoutMs) {
        long halfMs = Math.max(1, timeoutMs / 2);
        DescribeRequest request = new DescribeRequest(graph, DescribeRequest.Size.COUNTED);
        return timer.limit(
                topology.current()
                        .thenCompose(
                                layout ->
                                        each(layout, request, halfMs)
                                                .thenApply(
                                                        answers ->
                                                                describe(layout, graph, answers))),
                timeoutMs);
    }

    /** The metrics of a t-graph, combined over all its coordinators. */
    public CompletableFuture<MeasuredGraph> metrics(String graph, long timeoutMs) {
        return topology.current()
                .thenCompose(
                        layout -> {
                            layout.requireReady(graph);
                            return each(layout, new StatusRequest(graph), timeoutMs)
                                    .thenApply(answers -> metrics(graph, answers));
                        });
    }

    CompletableFuture<JsonNode> keySchema(LocatedGraph located, String state) {
        JobLayout.Instance instance = located.state(state).instances().get(0);
        return peers.at(instance.address())
                .call(
                        new DescribeRequest(located.graph(), DescribeRequest.Size.LEFT_OUT),
                        located.time().leftMs())
                .thenApply(
                        answer -> {
                            for (DescribedInstance one : answer.instances()) {
                                if (one.state().equals(state)) {
                                    return one.schemas().key();
                                }
                            }
                            throw new QueryException(
                                    FailureReason.MOVED,
                                    "[TSP-4109] Cannot find instance: it has ended or moved, state="
                                            + state
                                            + ".");
                        });
    }

    /**
     * Asks all servers. The answer of a server that fails is empty, and the layout becomes suspect.
     */
    private <A> CompletableFuture<List<Optional<A>>> each(
            Layout layout, PeerRequest<A> request, long timeoutMs) {
        List<CompletableFuture<Optional<A>>> answers = new ArrayList<>();
        for (String address : layout.addresses(request.graph())) {
            answers.add(
                    peers.at(address)
                            .call(request, timeoutMs)
                            .thenApply(Optional::of)
                            .exceptionally(
                                    failure -> {
                                        topology.suspect(layout);
                                        return Optional.empty();
                                    }));
        }
        return Futures.all(answers);
    }

    private DescribedGraph describe(
            Layout layout, String graph, List<Optional<Described>> answers) {
        List<DescribedState> states = new ArrayList<>();
        for (JobLayout.State state : layout.states(graph).values()) {
            states.add(describe(state, answers));
        }
        return new DescribedGraph(
                directory.jobId(), graph, layout.lacks(graph), states, procedures(answers));
    }

    /** Those of the first server that has a coordinator: all coordinators have the same. */
    private static List<DescribedProcedure> procedures(List<Optional<Described>> answers) {
        for (Optional<Described> answer : answers) {
            if (answer.isPresent() && !answer.get().procedures().isEmpty()) {
                return answer.get().procedures();
            }
        }
        return List.of();
    }

    private static DescribedState describe(
            JobLayout.State state, List<Optional<Described>> answers) {
        EntrySchemas schemas = ANY;
        StateRules rules = NONE;
        long keys = 0;
        int counted = 0;
        Map<String, IndexStatus> indexes = new LinkedHashMap<>();
        for (Optional<Described> answer : answers) {
            for (DescribedInstance instance : answer.map(Described::instances).orElse(List.of())) {
                if (!instance.state().equals(state.state())) {
                    continue;
                }
                schemas = instance.schemas();
                rules = instance.rules();
                for (IndexStatus index : instance.indexes()) {
                    indexes.merge(index.name(), index, IndexStatus::with);
                }
                if (instance.keys() >= 0) {
                    keys += instance.keys();
                    counted++;
                }
            }
        }
        return new DescribedState(
                state.state(),
                state.parallelism(),
                state.instances().size(),
                schemas,
                rules,
                counted == state.parallelism() ? OptionalLong.of(keys) : OptionalLong.empty(),
                List.copyOf(indexes.values()));
    }

    private MeasuredGraph metrics(String graph, List<Optional<Statuses>> answers) {
        TotalStatus total = new TotalStatus();
        for (Optional<Statuses> answer : answers) {
            total.add(
                    answer.orElseThrow(
                            () ->
                                    new QueryException(
                                            FailureReason.MOVED,
                                            "[TSP-4110] Cannot read metrics: a server does not"
                                                    + " answer, graph="
                                                    + graph
                                                    + ".")));
        }
        return new MeasuredGraph(
                directory.jobId(),
                graph,
                System.currentTimeMillis(),
                total.coordinators(),
                total.status(),
                total.chains(),
                total.hottestKeys(),
                total.keyGroups());
    }

    private static GraphHealth health(Layout layout, String graph) {
        return layout.lacks(graph).isEmpty() ? GraphHealth.READY : GraphHealth.NOT_READY;
    }
}
