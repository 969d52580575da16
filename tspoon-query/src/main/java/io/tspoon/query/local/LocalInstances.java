/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.peer.InstanceName;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The instances and coordinators of the job that are in this process. Any thread may use it. */
@Internal
public final class LocalInstances {
    private record Name(String graph, String state) {}

    private record Coordinator(String graph, int index) {
        static Coordinator of(ReadableCoordinator coordinator) {
            return new Coordinator(coordinator.graph(), coordinator.index());
        }
    }

    private final JsonMapping mapping;
    private final Map<Name, Map<Integer, LocalInstance<?, ?>>> instances =
            new ConcurrentHashMap<>();
    private final Map<Coordinator, ReadableCoordinator> coordinators = new ConcurrentHashMap<>();
    private final LocalCalls calls;

    /**
     * @param mapping converts keys and values to JSON
     */
    public LocalInstances(JsonMapping mapping) {
        this.mapping = mapping;
        calls = new LocalCalls(mapping, coordinators.values());
    }

    /** The coordinators that take calls. */
    public LocalCalls calls() {
        return calls;
    }

    public void add(ReadableState<?, ?> state) {
        StateInstance<?, ?> description = state.description();
        instances
                .computeIfAbsent(
                        new Name(description.graph(), description.state()),
                        name -> new ConcurrentHashMap<>())
                .put(description.index(), new LocalInstance<>(state, mapping));
    }

    public void remove(ReadableState<?, ?> state) {
        StateInstance<?, ?> description = state.description();
        Map<Integer, LocalInstance<?, ?>> ofState =
                instances.get(new Name(description.graph(), description.state()));
        if (ofState != null) {
            // A later attempt of the instance may have been added before this one was removed.
            ofState.computeIfPresent(
                    description.index(),
                    (index, instance) -> instance.state() == state ? null : instance);
        }
    }

    /**
     * Adds a coordinator. One that has ended stays until its successor comes, because its counts
     * still matter.
     */
    public void add(ReadableCoordinator coordinator) {
        coordinators.put(Coordinator.of(coordinator), coordinator);
    }

    public void remove(ReadableCoordinator coordinator) {
        coordinators.remove(Coordinator.of(coordinator), coordinator);
        calls.forget();
    }

    /** The instance that a layout names if it is in this process, null otherwise. */
    public @Nullable LocalInstance<?, ?> find(
            String graph, String state, JobLayout.Instance location) {
        Map<Integer, LocalInstance<?, ?>> ofState = instances.get(new Name(graph, state));
        LocalInstance<?, ?> instance = ofState == null ? null : ofState.get(location.index());
        return instance != null && instance.description().incarnation() == location.incarnation()
                ? instance
                : null;
    }

    /** The instance that a sub-request names; fails with MOVED if it is not here. */
    LocalInstance<?, ?> require(String graph, InstanceName name) {
        Map<Integer, LocalInstance<?, ?>> ofState = instances.get(new Name(graph, name.state()));
        LocalInstance<?, ?> instance = ofState == null ? null : ofState.get(name.index());
        if (instance == null || instance.description().incarnation() != name.incarnation()) {
            throw new QueryException(
                    FailureReason.MOVED,
                    "[TSP-4109] Cannot find instance: it has ended or moved, state="
                            + name.state()
                            + ", index="
                            + name.index()
                            + ".");
        }
        return instance;
    }

    /** Any instance of a state, for its types; null if none is here. */
    public @Nullable LocalInstance<?, ?> anyOf(String graph, String state) {
        Map<Integer, LocalInstance<?, ?>> ofState = instances.get(new Name(graph, state));
        if (ofState != null) {
            for (LocalInstance<?, ?> instance : ofState.values()) {
                return instance;
            }
        }
        return null;
    }

    List<LocalInstance<?, ?>> ofGraph(String graph) {
        List<LocalInstance<?, ?>> found = new ArrayList<>();
        instances.forEach(
                (name, ofState) -> {
                    if (name.graph().equals(graph)) {
                        found.addAll(ofState.values());
                    }
                });
        return found;
    }

    List<ReadableCoordinator> coordinatorsOf(String graph) {
        return coordinators.values().stream().filter(one -> one.graph().equals(graph)).toList();
    }

    /** Does something with each of the instances that a request names. */
    <T> CompletableFuture<List<T>> each(
            String graph,
            List<InstanceName> names,
            Function<LocalInstance<?, ?>, CompletableFuture<T>> action) {
        List<CompletableFuture<T>> all = new ArrayList<>();
        for (InstanceName name : names) {
            all.add(action.apply(require(graph, name)));
        }
        return Futures.all(all);
    }
}
