/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.peer.ReadPoint;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.ReadValues;
import io.tspoon.query.request.Read;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks up keys whose owners are known, with one sub-request per read and server. */
final class KeyLookup {
    private final Peers peers;
    private final ReadPoint point;
    private final SizeLimit size;
    private final TimeLimit deadline;
    private final List<Found> found = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** Size of all entries so far. */
    private long bytes;

    /** The entries of one read that have arrived so far. */
    private static final class Found {
        private final Read read;
        private final List<JsonNode> keys;
        private final AnsweredEntry[] entries;
        private long newest;
        private long bytes;

        private Found(Read read, List<JsonNode> keys) {
            this.read = read;
            this.keys = keys;
            entries = new AnsweredEntry[keys.size()];
        }

        private KeyReader.Entries entries() {
            return new KeyReader.Entries(Arrays.asList(entries), newest, bytes);
        }
    }

    /**
     * @param point which values to read
     * @param size limit for all entries together
     */
    KeyLookup(Peers peers, ReadPoint point, SizeLimit size, TimeLimit deadline) {
        this.peers = peers;
        this.point = point;
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
    private final class Part implements Rounds.Part<ReadValues> {
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
        public CompletableFuture<Optional<ReadValues>> ask(SizeLimit share) {
            List<ReadRequest.KeysOfInstance> reads = new ArrayList<>();
            positions.forEach(
                    (index, own) ->
                            reads.add(
                                    new ReadRequest.KeysOfInstance(
                                            GraphInstances.name(
                                                    state.state(), state.instances().get(index)),
                                            own.stream().map(ofRead.keys::get).toList())));
            return peers.at(address)
                    .call(
                            new ReadRequest(state.graph(), point, reads, share.bytes()),
                            deadline.leftMs());
        }

        @Override
        public void take(ReadValues answer, boolean whole) {
            if (answer.results().size() != positions.size()) {
                throw ReadValues.ofAnotherVersion();
            }
            int i = 0;
            for (List<Integer> own : positions.values()) {
                take(own, answer.results().get(i++));
            }
            ofRead.newest = Math.max(ofRead.newest, answer.newest());
            open = false;
        }

        private void take(List<Integer> own, List<ReadValues.KeyValue> values) {
            if (values.size() != own.size()) {
                throw ReadValues.ofAnotherVersion();
            }
            for (int j = 0; j < own.size(); j++) {
                int position = own.get(j);
                JsonNode key = ofRead.keys.get(position);
                ReadValues.KeyValue read = values.get(j);
                JsonNode value = ofRead.read.projection().apply(key, read.value());
                long length = SizeLimit.sizeOfEntry(key, value);
                ofRead.bytes += length;
                bytes += length;
                size.check(bytes);
                ofRead.entries[position] = new AnsweredEntry(key, read.found(), value);
            }
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }
}
