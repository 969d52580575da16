/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexRange;
import io.tspoon.index.IndexedEntries;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.request.EntrySink;
import io.tspoon.query.request.ReadPlan;
import io.tspoon.read.Values;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Gives a sink the entries that an index names. The first ones come at once, as those of a read by
 * key do: they are few, and mostly all. What follows waits for its turn among the scans, in steps
 * that get larger.
 *
 * <p>Serves one question, one thread at a time.
 */
final class IndexRead<K, V> {
    /** The most entries that are asked for first. */
    static final int FIRST_ASKED = 128;

    /** The most entries that are asked for at once. */
    static final int MOST_ASKED = 4_096;

    /** How large the first ones are together, by what is known of their sizes. */
    private static final long FIRST_BYTES = 256L << 10;

    /** More than a page has, for entries that do not pass its filter. */
    private static final int BESIDE_PAGE = 16;

    private final InstanceScan scan;
    private final LocalInstance<K, V> instance;
    private final IndexPlan plan;
    private final LocalIndex index;
    private final EntrySink sink;
    private long examined;

    IndexRead(InstanceScan scan, LocalInstance<K, V> instance, IndexPlan plan, EntrySink sink) {
        this.scan = scan;
        this.instance = instance;
        this.plan = plan;
        this.index = plan.index();
        this.sink = sink;
    }

    /** How the entries were found, so far. */
    ReadPlan how() {
        return new ReadPlan(index.name(), examined);
    }

    /**
     * Tries the index if need be, then asks it. Continues in a worker.
     *
     * @param wanted the number of entries that are enough if all of them pass
     * @return false if the index does not serve
     */
    CompletableFuture<Boolean> run(int wanted) {
        int most = (int) Math.min(FIRST_ASKED, (long) wanted + BESIDE_PAGE);
        if (!index.isUntried()) {
            return first(most);
        }
        return tryOut(false)
                .thenCompose(served -> served ? tryOut(true) : done(false))
                .thenCompose(
                        served -> {
                            if (!served) {
                                return done(false);
                            }
                            index.tried();
                            return first(most);
                        });
    }

    private CompletableFuture<Boolean> tryOut(boolean fromEnd) {
        int most = Math.min(LocalIndex.TRIED, keysIn(ValueSizes.SLICE_BYTES));
        IndexQuery some =
                new IndexQuery(index.name(), List.of(IndexRange.ALL), fromEnd, null, most);
        return found(some, scan.scanning().workers())
                .thenApply(
                        found -> {
                            take(found, EntrySink.NONE);
                            return found.served();
                        });
    }

    private CompletableFuture<Boolean> first(int most) {
        IndexQuery query = plan.query(Math.min(most, keysIn(FIRST_BYTES)));
        return found(query, scan.scanning().workers())
                .thenCompose(
                        found ->
                                wantsRest(found)
                                        ? scan.scanning().inTurn(() -> rest(query, found))
                                        : done(found.served()));
    }

    private CompletableFuture<Boolean> rest(IndexQuery before, IndexedEntries<K, V> known) {
        int most =
                Math.min(MOST_ASKED, Math.min(2 * before.most(), keysIn(ValueSizes.SLICE_BYTES)));
        IndexQuery query =
                new IndexQuery(
                        before.index(), before.ranges(), before.descending(), known.next(), most);
        return found(query, scan.scanning().scanners())
                .thenCompose(found -> wantsRest(found) ? rest(query, found) : done(found.served()));
    }

    private CompletableFuture<IndexedEntries<K, V>> found(IndexQuery query, Executor next) {
        return Futures.hop(scan.inTime(() -> instance.state().find(scan.pin(), query)), next);
    }

    /** Gives the sink what was found; says whether it wants more, and there is more. */
    private boolean wantsRest(IndexedEntries<K, V> found) {
        return take(found, sink) && found.next() != null;
    }

    private boolean take(IndexedEntries<K, V> found, EntrySink into) {
        LocalInstance.Answer<K, V> answer =
                new LocalInstance.Answer<>(instance, found.keys(), new Values<>(found.values(), 0));
        EntryFeed<K> feed = new EntryFeed<>(instance, into);
        for (int i = 0; i < found.keys().size() && feed.wantsMore(); i++) {
            JsonNode key = instance.keyType().toJson(found.keys().get(i));
            if (into.wants(key)) {
                feed.take(answer, i, key);
            }
        }
        feed.end();
        examined += into == sink ? feed.taken() : 0;
        if (!index.isTrusted()) {
            throw new LocalIndex.Distrusted();
        }
        return feed.wantsMore();
    }

    private int keysIn(long bytes) {
        return instance.valueSizes().keys(bytes);
    }

    private static CompletableFuture<Boolean> done(boolean served) {
        return CompletableFuture.completedFuture(served);
    }
}
