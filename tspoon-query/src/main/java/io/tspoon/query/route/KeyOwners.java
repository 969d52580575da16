/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
        ObjectNode body =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("graph", state.graph())
                        .put("state", state.state());
        body.putArray("keys").addAll(keys);
        return peers.at(state.instances().get(0).address())
                .call(Operation.OWNERS, body, timeoutMs)
                .thenApply(answer -> owners(answer, state, keys.size()));
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

    private static List<Integer> owners(JsonNode answer, JobLayout.State state, int expected) {
        List<Integer> owners = new ArrayList<>(expected);
        for (JsonNode owner : answer.path("owners")) {
            if (owner.asInt(-1) >= 0 && owner.asInt() < state.parallelism()) {
                owners.add(owner.asInt());
            }
        }
        if (owners.size() != expected) {
            throw new QueryException(
                    FailureReason.MOVED,
                    "Cannot find owners: the job has been rescaled, state=" + state.state() + ".");
        }
        return owners;
    }
}
