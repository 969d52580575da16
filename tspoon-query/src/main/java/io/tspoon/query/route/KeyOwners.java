/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.local.LocalInstance;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.peer.OwnersRequest;
import io.tspoon.query.peer.Peers;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the instances that own keys. Only a process with an instance of the state knows the Java
 * type of its keys, and so their hash codes; all others ask such a process.
 */
final class KeyOwners {
    private final LocalInstances local;
    private final Peers peers;

    KeyOwners(LocalInstances local, Peers peers) {
        this.local = local;
        this.peers = peers;
    }

    /** The index of the owner of each key, in the order of the keys. */
    CompletableFuture<List<Integer>> of(
            JobLayout.State state, List<JsonNode> keys, long timeoutMs) {
        LocalInstance<?, ?> instance = agreeing(state);
        if (instance != null) {
            List<Integer> owners = new ArrayList<>(keys.size());
            for (JsonNode key : keys) {
                owners.add(instance.ownerOf(key));
            }
            return CompletableFuture.completedFuture(owners);
        }
        return peers.at(state.instances().get(0).address())
                .call(new OwnersRequest(state.graph(), state.state(), keys), timeoutMs)
                .thenApply(answer -> checked(answer.indexes(), state, keys.size()));
    }

    /** The owner of a key if it is in this process, null otherwise. */
    @Nullable LocalInstance<?, ?> ownerHere(JobLayout.State state, JsonNode key) {
        LocalInstance<?, ?> instance = agreeing(state);
        return instance == null
                ? null
                : local.find(
                        state.graph(), state.state(), state.instances().get(instance.ownerOf(key)));
    }

    /**
     * An instance in this process that knows the key type, null if there is none. Its parallelism
     * must be that of the layout: after a rescaling an old instance may still be here.
     */
    private @Nullable LocalInstance<?, ?> agreeing(JobLayout.State state) {
        LocalInstance<?, ?> any = local.anyOf(state.graph(), state.state());
        return any != null && any.description().parallelism() == state.parallelism() ? any : null;
    }

    private static List<Integer> checked(
            List<Integer> owners, JobLayout.State state, int expected) {
        if (owners.size() != expected
                || owners.stream().anyMatch(one -> one < 0 || one >= state.parallelism())) {
            throw new QueryException(
                    FailureReason.MOVED,
                    "[TSP-4111] Cannot find owners: the job has been rescaled, state="
                            + state.state()
                            + ".");
        }
        return owners;
    }
}
