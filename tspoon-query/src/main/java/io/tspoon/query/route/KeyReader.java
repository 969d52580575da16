/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.local.LocalInstance;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.peer.ReadPoint;
import io.tspoon.query.request.Read;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;

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
    record Entries(List<AnsweredEntry> entries, long newest, long bytes) {}

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
            LocatedGraph located, List<Read> reads, long snapshot, SizeLimit size) {
        KeyLookup lookup = new KeyLookup(peers, ReadPoint.at(snapshot), size, located.time());
        return read(located, reads, lookup);
    }

    /**
     * Reads the newest value of one key, which includes every transaction up to a timestamp.
     *
     * @param caller runs short follow-up work, so that it need not change threads
     */
    CompletableFuture<Entries> readNewest(
            LocatedGraph located, Read read, long after, SizeLimit size, Executor caller) {
        JsonNode key = keysOf(read).get(0);
        LocalInstance<?, ?> owner = owners.ownerHere(located.state(read.state()), key);
        if (owner != null) {
            Executor next = owner.valueType().isScalar() ? caller : workers;
            return owner.readNewest(key, after, Duration.ofMillis(located.time().leftMs()), next)
                    .thenApply(answer -> entries(read, key, answer));
        }
        KeyLookup lookup = new KeyLookup(peers, ReadPoint.after(after), size, located.time());
        return read(located, List.of(read), lookup).thenApply(all -> all.get(0));
    }

    private static Entries entries(Read read, JsonNode key, LocalInstance.Answer<?, ?> answer) {
        JsonNode value = read.projection().apply(key, answer.value(0));
        return new Entries(
                List.of(new AnsweredEntry(key, answer.found(0), value)),
                answer.newest(),
                SizeLimit.sizeOfEntry(key, value));
    }

    private CompletableFuture<List<Entries>> read(
            LocatedGraph located, List<Read> reads, KeyLookup lookup) {
        List<CompletableFuture<List<Integer>>> owned = new ArrayList<>();
        for (Read read : reads) {
            owned.add(
                    Failures.<Read, List<Integer>>guarded(
                                    one ->
                                            ownersOf(
                                                    located.state(one.state()),
                                                    one,
                                                    located.time()))
                            .apply(read));
        }
        return Futures.all(owned)
                .thenCompose(
                        all -> {
                            for (int i = 0; i < all.size(); i++) {
                                Read read = reads.get(i);
                                JobLayout.State state = located.state(read.state());
                                lookup.add(state, read, keysOf(read), all.get(i));
                            }
                            return lookup.read();
                        });
    }

    private CompletableFuture<List<Integer>> ownersOf(
            JobLayout.State state, Read read, TimeLimit deadline) {
        List<JsonNode> keys = keysOf(read);
        return keys.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : owners.of(state, keys, deadline.leftMs());
    }

    private static List<JsonNode> keysOf(Read read) {
        return read.keys() == null ? List.of() : read.keys();
    }
}
