/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.CallTaker;
import io.tspoon.call.Procedure;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.peer.DescribedProcedure;
import io.tspoon.read.ReadableCoordinator;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The coordinators in this process that take calls. Any thread may use it. */
@Internal
public final class LocalCalls {
    private final JsonMapping mapping;
    private final JsonMapping strict;
    private final Collection<ReadableCoordinator> coordinators;

    /** The forms of procedures, which are costly to make. */
    private final Map<Procedure, LocalProcedure> known = new ConcurrentHashMap<>();

    /**
     * @param coordinators those in this process, as they come and go
     */
    LocalCalls(JsonMapping mapping, Collection<ReadableCoordinator> coordinators) {
        this.mapping = mapping;
        this.coordinators = coordinators;
        strict = mapping.forCalls();
    }

    /** Whatever takes calls of a t-graph, by the index of its coordinator. */
    public Map<Integer, CallTaker> takers(String graph) {
        Map<Integer, CallTaker> takers = new TreeMap<>();
        for (ReadableCoordinator coordinator : coordinators) {
            CallTaker taker = coordinator.graph().equals(graph) ? coordinator.calls() : null;
            if (taker != null) {
                takers.put(coordinator.index(), taker);
            }
        }
        return takers;
    }

    /** Indexes of the coordinators of a t-graph, whether or not they take calls. */
    List<Integer> indexes(String graph) {
        return coordinators.stream()
                .filter(coordinator -> coordinator.graph().equals(graph))
                .map(ReadableCoordinator::index)
                .sorted()
                .toList();
    }

    /** A procedure by its name; null if there is none. */
    @Nullable LocalProcedure procedure(CallTaker taker, String name) {
        for (Procedure procedure : taker.procedures()) {
            if (procedure.name().equals(name)) {
                return known(procedure);
            }
        }
        return null;
    }

    /** The procedures of a t-graph; none if no coordinator of it is here. */
    List<DescribedProcedure> describe(String graph) {
        List<DescribedProcedure> described = new ArrayList<>();
        for (CallTaker taker : takers(graph).values()) {
            for (Procedure procedure : taker.procedures()) {
                described.add(known(procedure).description(taker.retention()));
            }
            break; // all have the same
        }
        return described;
    }

    /** Forgets the forms of procedures of a job that may have ended. */
    void forget() {
        known.clear();
    }

    private LocalProcedure known(Procedure procedure) {
        return known.computeIfAbsent(procedure, one -> new LocalProcedure(one, mapping, strict));
    }
}
