/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.Read;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Looks up keys whose owners are known, with one sub-request per read and server. */
final class KeyLookup {
    private final Peers peers;
    private final String bound;
    private final long timestamp;
    private final SizeLimit size;
    private final Deadline deadline;
    private final List<Found> found = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** Size of all entries so far. */
    private long bytes;

    /** The entries of one read that have arrived so far. */
    private static final class Found {
        private final Read read;
        private final List<JsonNode> keys;
        private final ObjectNode[] entries;
        private long newest;
        private long bytes;

        private Found(Read read, List<JsonNode> keys) {
            this.read = read;
            this.keys = keys;
            entries = new ObjectNode[keys.size()];
        }

        private KeyReader.Entries entries() {
            ArrayNode all = JsonNodeFactory.instance.arrayNode(entries.length);
            for (ObjectNode entry : entries) {
                all.add(entry);
            }
            return new KeyReader.Entries(all, newest, bytes);
        }
    }

    /**
     * @param bound {@link LocalPeer#AT} or {@link LocalPeer#AFTER}
     * @param timestamp the value of the bound
     * @param size limit for all entries together
     */
    KeyLookup(Peers peers, String bound, long timestamp, SizeLimit size, Deadline deadline) {
        this.peers = peers;
        this.bound = bound;
        this.timestamp = timestamp;
        this.size = size;
        this.deadline = deadline;
    }

    /**
     * Adds a read.
     *
     * @param owners the index of the owner of each key, in the order of the keys
     */
    void add(JobLayout.State state, Read read, List<JsonNode> keys, List<Integer> owners) {
        Map<String, Map<Integer, List<Integer>>> positions = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            Integer owner = owners.get(i);
            positions
                    .computeIfAbsent(
                            state.instances().get(owner).address(),
                            address -> new LinkedHashMap<>())
                    .computeIfAbsent(owner, index -> new ArrayList<>())
                    .add(i);
        }
        Found ofRead = new Found(read, keys);
        found.add(ofRead);
        positions.forEach((address, own) -> parts.add(new Part(state, address, ofRead, own)));
    }

    /** The entries of each read; fails if all together are too large. */
    CompletableFuture<List<KeyReader.Entries>> read() {
        return Rounds.ask(parts, size)
                .thenApply(ignored -> found.stream().map(Found::entries).toList());
    }

    /** The keys of one read that one server owns. */
    private final class Part implements Rounds.Part {
        private final JobLayout.State state;
        private final String address;
        private final Found ofRead;

        /** For each instance the positions of its keys among the keys of the read. */
        private final Map<Integer, List<Integer>> positions;

        private boolean open = true;

        private Part(
                JobLayout.State state,
                String address,
                Found ofRead,
                Map<Integer, List<Integer>> positions) {
            this.state = state;
            this.address = address;
            this.ofRead = ofRead;
            this.positions = positions;
        }

        @Override
        public CompletableFuture<JsonNode> ask(SizeLimit share) {
            ObjectNode body =
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("graph", state.graph())
                            .put(bound, timestamp)
                            .put(LocalPeer.MAX_BYTES, share.bytes());
            ArrayNode reads = body.putArray("reads");
            positions.forEach(
                    (index, own) -> {
                        ObjectNode read = reads.addObject();
                        read.set(
                                "instance",
                                Instances.name(state.state(), state.instances().get(index)));
                        ArrayNode ownKeys = read.putArray("keys");
                        own.forEach(position -> ownKeys.add(ofRead.keys.get(position)));
                    });
            return peers.at(address).call(Operation.READ, body, deadline.leftMs());
        }

        @Override
        public void take(JsonNode answer, boolean whole) {
            int i = 0;
            for (List<Integer> own : positions.values()) {
                take(own, answer.path("results").path(i++));
            }
            ofRead.newest = Math.max(ofRead.newest, answer.path("newest").asLong());
            open = false;
        }

        private void take(List<Integer> own, JsonNode result) {
            JsonNode values = result.path("values");
            JsonNode isFound = result.path("found");
            if (values.size() != own.size() || isFound.size() != own.size()) {
                throw new QueryException(
                        FailureReason.MOVED,
                        "Cannot read keys: a server of another version has answered.");
            }
            for (int j = 0; j < own.size(); j++) {
                int position = own.get(j);
                JsonNode key = ofRead.keys.get(position);
                JsonNode value = ofRead.read.projection().apply(key, values.get(j));
                long length = SizeLimit.sizeOfEntry(key, value);
                ofRead.bytes += length;
                bytes += length;
                size.check(bytes);
                boolean there = isFound.get(j).booleanValue();
                ofRead.entries[position] = AnswerJson.entry(key, there, value);
            }
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }
}
