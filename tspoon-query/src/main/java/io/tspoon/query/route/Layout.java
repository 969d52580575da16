/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.read.JobLayout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where the instances of a job were when the job directory was asked. Immutable. */
final class Layout {
    private static final String WHILE = ", as while the job starts, recovers, or loads its states";

    private final Map<String, Map<String, JobLayout.State>> graphs = new LinkedHashMap<>();
    private final long askedNanos;
    private final boolean known;
    private final String clash;

    /**
     * @param askedNanos when the directory was asked
     */
    Layout(JobLayout layout, long askedNanos) {
        this.askedNanos = askedNanos;
        this.known = layout.known();
        for (JobLayout.State state : layout.states()) {
            graphs.computeIfAbsent(state.graph(), graph -> new LinkedHashMap<>())
                    .put(state.state(), inOrder(state));
        }
        clash = clashOf(layout);
    }

    /**
     * Describes two servers on different machines that have the same address; empty if there are
     * none. A server that has just been replaced is no false alarm: two servers on one machine have
     * the same host.
     */
    private static String clashOf(JobLayout layout) {
        Map<String, String> hosts = new HashMap<>();
        for (JobLayout.State state : layout.states()) {
            for (JobLayout.Instance instance : state.instances()) {
                String host = hosts.putIfAbsent(instance.address(), instance.host());
                if (host != null && !host.equals(instance.host())) {
                    return "servers on "
                            + host
                            + " and on "
                            + instance.host()
                            + " have the same address "
                            + instance.address()
                            + ", so neither finds the other. Set "
                            + QueryOptions.BIND_ADDRESS.key()
                            + ", which is loopback if nothing is said, to 0.0.0.0, with "
                            + QueryOptions.TOKEN_FILE.key()
                            + "; "
                            + QueryOptions.ADVERTISED_HOST.key()
                            + ", if that is set, must differ";
                }
            }
        }
        return "";
    }

    private static JobLayout.State inOrder(JobLayout.State state) {
        List<JobLayout.Instance> instances = new ArrayList<>(state.instances());
        instances.sort((a, b) -> Integer.compare(a.index(), b.index()));
        return new JobLayout.State(state.graph(), state.state(), state.parallelism(), instances);
    }

    long askedNanos() {
        return askedNanos;
    }

    /** Whether the t-graphs of the job are known. If not, this layout has none. */
    boolean isKnown() {
        return known;
    }

    Set<String> graphs() {
        return graphs.keySet();
    }

    /** The states of a t-graph by name, each with its instances in the order of their indexes. */
    Map<String, JobLayout.State> states(String graph) {
        Map<String, JobLayout.State> states = graphs.get(graph);
        if (states == null && !known) {
            throw new QueryException(
                    FailureReason.NOT_READY,
                    "[TSP-4104] Cannot find t-graph: the job has not begun, or waits for"
                            + " resources.");
        }
        if (states == null) {
            throw new QueryException(
                    FailureReason.UNKNOWN_GRAPH,
                    "[TSP-4105] Cannot find t-graph: the job has none of this name that can be"
                            + " read, known="
                            + graphs.keySet()
                            + ".");
        }
        return states;
    }

    JobLayout.State state(String graph, String name) {
        JobLayout.State state = states(graph).get(name);
        if (state == null) {
            throw new QueryException(
                    FailureReason.UNKNOWN_STATE,
                    "[TSP-4106] Cannot find state: the t-graph has none of this name, known="
                            + states(graph).keySet()
                            + ".");
        }
        return state;
    }

    /** The servers that have instances of a t-graph. */
    Set<String> addresses(String graph) {
        Set<String> addresses = new LinkedHashSet<>();
        for (JobLayout.State state : states(graph).values()) {
            for (JobLayout.Instance instance : state.instances()) {
                addresses.add(instance.address());
            }
        }
        return addresses;
    }

    /** Why the t-graphs of the job cannot be read from everywhere; empty if they can. */
    String clash() {
        return clash;
    }

    /** What a t-graph lacks to be read; empty if it is ready. */
    String lacks(String graph) {
        StringBuilder lacks = new StringBuilder();
        for (JobLayout.State state : states(graph).values()) {
            if (!isReady(state)) {
                lacks.append(lacks.isEmpty() ? "" : ", ")
                        .append(state.state())
                        .append(" has ")
                        .append(state.instances().size())
                        .append(" of ")
                        .append(state.parallelism())
                        .append(" instances");
            }
        }
        return lacks.isEmpty() ? clash : lacks.toString();
    }

    void requireReady(String graph) {
        String lacks = lacks(graph);
        if (!lacks.isEmpty()) {
            throw new QueryException(
                    FailureReason.NOT_READY,
                    "[TSP-4107] Cannot read t-graph: it is not ready, graph="
                            + graph
                            + ": "
                            + lacks
                            + (lacks.equals(clash) ? "" : WHILE)
                            + ".");
        }
    }

    boolean isReady() {
        if (!known) {
            return false;
        }
        for (String graph : graphs.keySet()) {
            if (!lacks(graph).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isReady(JobLayout.State state) {
        List<JobLayout.Instance> instances = state.instances();
        if (instances.size() != state.parallelism()) {
            return false;
        }
        for (int i = 0; i < instances.size(); i++) {
            if (instances.get(i).index() != i) {
                return false;
            }
        }
        return true;
    }
}
