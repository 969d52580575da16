/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Goes through the keys of one instance at a pinned snapshot, in slices. The operator divides them
 * further, by time; many keys in one slice save turns, each of which waits behind transactions.
 *
 * @param pin the pin
 * @param snapshot its timestamp
 * @param deadlineNanos when to give up
 * @param limits what is allowed
 * @param workers run what lies between the slices
 * @param sortedKeys of scans that go on
 */
record InstanceScan(
        long pin,
        long snapshot,
        long deadlineNanos,
        Limits limits,
        Executor workers,
        SortedKeysCache sortedKeys) {
    private static final int SLICE_KEYS = 4_096;

    /** Takes an entry; says whether it wants more. */
    private interface Sink {
        boolean take(JsonNode key, JsonNode value);
    }

    /** Entries in the order of their keys, from behind a key on if there is one. */
    <K> CompletableFuture<JsonNode> page(
            LocalInstance<K, ?> instance, Scan scan, @Nullable JsonNode after) {
        boolean descending = scan.descending();
        SortedKeys<K> known = sortedKeys.get(pin, instance, descending);
        CompletableFuture<SortedKeys<K>> sorted =
                known != null
                        ? CompletableFuture.completedFuture(known)
                        : keys(instance)
                                .thenApplyAsync(
                                        keys ->
                                                SortedKeys.of(
                                                        keys,
                                                        instance.keyType(),
                                                        scan.order(),
                                                        descending),
                                        workers);
        return sorted.thenComposeAsync(
                keys -> {
                    Page page = new Page(scan, limits);
                    int from = after == null ? 0 : keys.after(after);
                    return slices(instance, keys, from, scan::inRange, page)
                            .thenApply(
                                    ignored -> {
                                        if (page.more) {
                                            sortedKeys.put(pin, instance, descending, keys);
                                        }
                                        return page.json();
                                    });
                },
                workers);
    }

    /** Totals over all entries. */
    <K> CompletableFuture<JsonNode> totals(LocalInstance<K, ?> instance, Aggregate aggregate) {
        Totals totals = aggregate.totals();
        Sink sink =
                (key, value) -> {
                    totals.add(key, value);
                    return true;
                };
        return keys(instance)
                .thenComposeAsync(
                        keys ->
                                slices(
                                        instance,
                                        SortedKeys.unsorted(keys, instance.keyType()),
                                        0,
                                        aggregate::inRange,
                                        sink),
                        workers)
                .thenApply(
                        ignored -> {
                            ObjectNode json = JsonNodeFactory.instance.objectNode();
                            json.set("totals", totals.json());
                            return json;
                        });
    }

    private <K> CompletableFuture<List<K>> keys(LocalInstance<K, ?> instance) {
        leftNanos(); // it may have waited for its turn for too long
        return instance.state().keys(pin, limits.maxScannedKeys());
    }

    private <K> CompletableFuture<Void> slices(
            LocalInstance<K, ?> instance,
            SortedKeys<K> keys,
            int from,
            Predicate<JsonNode> inRange,
            Sink sink) {
        int position = from;
        List<K> slice = new ArrayList<>(SLICE_KEYS);
        List<JsonNode> json = new ArrayList<>(SLICE_KEYS);
        while (position < keys.size() && slice.size() < SLICE_KEYS) {
            K key = keys.get(position++);
            JsonNode keyJson = instance.keyType().toJson(key);
            if (inRange.test(keyJson)) {
                slice.add(key);
                json.add(keyJson);
            }
        }
        long leftNanos = leftNanos();
        if (slice.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        int next = position;
        return instance.read(slice, snapshot, Duration.ofNanos(leftNanos), workers)
                .thenCompose(
                        answer -> {
                            for (int i = 0; i < json.size(); i++) {
                                if (answer.found().get(i)
                                        && !sink.take(json.get(i), answer.values().get(i))) {
                                    return CompletableFuture.completedFuture(null);
                                }
                            }
                            return slices(instance, keys, next, inRange, sink);
                        });
    }

    private long leftNanos() {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
            throw new QueryException(
                    FailureReason.TIMEOUT, "Cannot scan: it took longer than the timeout.");
        }
        return leftNanos;
    }

    /** Entries up to the limit, and whether there is another one. */
    private static final class Page implements Sink {
        private final Scan scan;
        private final SizeLimit size;
        private final ArrayNode entries = JsonNodeFactory.instance.arrayNode();
        private boolean more;

        Page(Scan scan, Limits limits) {
            this.scan = scan;
            size = new SizeLimit(limits.maxResultBytes());
        }

        @Override
        public boolean take(JsonNode key, JsonNode value) {
            if (!scan.accepts(key, value)) {
                return true;
            }
            if (entries.size() == scan.limit()) {
                more = true;
                return false;
            }
            JsonNode projected = scan.project(key, value);
            size.add(key);
            size.add(projected);
            ObjectNode entry = entries.addObject();
            entry.set("key", key);
            entry.put("found", true).set("value", projected);
            return true;
        }

        JsonNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.set("entries", entries);
            return json.put("more", more);
        }
    }
}
