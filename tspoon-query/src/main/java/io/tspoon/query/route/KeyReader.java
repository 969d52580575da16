/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Read;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Reads keys, whichever server has them. */
final class KeyReader {
    /**
     * The result of a read.
     *
     * @param entries key, found and value of each key, in the order of the keys
     * @param newest highest timestamp among the values, see {@link LocalInstance.Answer#newest}
     * @param bytes size of the entries
     */
    record Entries(ArrayNode entries, long newest, long bytes) {}

    private final KeyOwners owners;
    private final Peers peers;
    private final Executor workers;

    /**
     * @param workers run long conversions
     */
    KeyReader(KeyOwners owners, Peers peers, Executor workers) {
        this.owners = owners;
        this.peers = peers;
        this.workers = workers;
    }

    /**
     * Reads keys in a snapshot.
     *
     * @param size limit for the entries of all reads together
     * @return the entries of each read
     */
    CompletableFuture<List<Entries>> readAt(
            Layout layout,
            String graph,
            List<Read> reads,
            long snapshot,
            SizeLimit size,
            Deadline deadline) {
        KeyLookup lookup = new KeyLookup(peers, LocalPeer.AT, snapshot, size, deadline);
        return read(layout, graph, reads, lookup, deadline);
    }

    /**
     * Reads the newest value of one key, which includes every transaction up to a timestamp.
     *
     * @param caller runs short follow-up work, so that it need not change threads
     */
    CompletableFuture<Entries> readNewest(
            Layout layout,
            String graph,
            Read read,
            long after,
            SizeLimit size,
            Deadline deadline,
            Executor caller) {
        JsonNode key = keysOf(read).get(0);
        LocalInstance<?, ?> owner = owners.ownerHere(layout.state(graph, read.state()), key);
        if (owner != null) {
            Executor next = owner.valueType().isScalar() ? caller : workers;
            return owner.readNewest(key, after, Duration.ofMillis(deadline.leftMs()), next)
                    .thenApply(answer -> entries(read, key, answer));
        }
        KeyLookup lookup = new KeyLookup(peers, LocalPeer.AFTER, after, size, deadline);
        return read(layout, graph, List.of(read), lookup, deadline).thenApply(all -> all.get(0));
    }

    private static Entries entries(Read read, JsonNode key, LocalInstance.Answer<?, ?> answer) {
        JsonNode value = read.projection().apply(key, answer.value(0));
        ArrayNode entries = JsonNodeFactory.instance.arrayNode(1);
        entries.add(AnswerJson.entry(key, answer.found(0), value));
        return new Entries(entries, answer.newest(), SizeLimit.sizeOfEntry(key, value));
    }

    private CompletableFuture<List<Entries>> read(
            Layout layout, String graph, List<Read> reads, KeyLookup lookup, Deadline deadline) {
        List<CompletableFuture<List<Integer>>> located = new ArrayList<>();
        for (Read read : reads) {
            located.add(
                    Failures.<Read, List<Integer>>guarded(
                                    one ->
                                            ownersOf(
                                                    layout.state(graph, one.state()),
                                                    one,
                                                    deadline))
                            .apply(read));
        }
        return Futures.all(located)
                .thenCompose(
                        all -> {
                            for (int i = 0; i < all.size(); i++) {
                                Read read = reads.get(i);
                                JobLayout.State state = layout.state(graph, read.state());
                                lookup.add(state, read, keysOf(read), all.get(i));
                            }
                            return lookup.read();
                        });
    }

    private CompletableFuture<List<Integer>> ownersOf(
            JobLayout.State state, Read read, Deadline deadline) {
        List<JsonNode> keys = keysOf(read);
        return keys.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : owners.of(state, keys, deadline.leftMs());
    }

    private static List<JsonNode> keysOf(Read read) {
        return read.keys() == null ? List.of() : read.keys();
    }
}
