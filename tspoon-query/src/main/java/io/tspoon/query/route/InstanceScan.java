/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Goes through the keys of one instance at a pinned snapshot, in slices. Each slice waits for its
 * turn behind transactions, so a slice has many keys; the operator divides it further, by time. If
 * values are large a slice has few keys, because all its values are in memory at once.
 *
 * @param pin id of the pin
 * @param snapshot timestamp for which the pin is settled
 * @param deadlineNanos when to give up, as {@link System#nanoTime} counts
 * @param limits maximum number of keys to scan
 * @param timer enforces the deadline
 * @param workers run the work between two slices
 * @param sortedKeys sorted keys of scans that have further pages
 */
record InstanceScan(
        long pin,
        long snapshot,
        long deadlineNanos,
        Limits limits,
        Timer timer,
        Executor workers,
        SortedKeysCache sortedKeys) {
    /** Receives the entries of a scan. */
    interface Sink {
        /** Whether an entry with this key may matter. If not, its value is not read. */
        boolean wants(JsonNode key);

        /** Whether it needs the whole place of an entry, not only its key. */
        boolean putsInOrder();

        /** Takes an entry, and returns whether the sink wants more. */
        boolean take(Place place, JsonNode value);
    }

    /**
     * The entries in the order of their keys, after the given place if there is one. The first page
     * is gathered in one pass over the unsorted keys. A client that asks for a second page is
     * likely to ask for more, so all keys are sorted then.
     *
     * @param page collects the entries; it gets them in order if {@code after} is not null
     */
    <K> CompletableFuture<JsonNode> page(
            LocalInstance<K, ?> instance, Scan scan, @Nullable Place after, PageCollector page) {
        CompletableFuture<Void> taken =
                after == null
                        ? keys(instance)
                                .thenComposeAsync(keys -> slices(instance, keys, 0, page), workers)
                        : sorted(instance, scan)
                                .thenComposeAsync(
                                        keys ->
                                                slices(
                                                        instance,
                                                        keys.list(),
                                                        keys.after(after),
                                                        page),
                                        workers);
        return taken.thenApply(
                ignored -> {
                    ObjectNode json = page.json();
                    instance.requireReadable(json.path("entries"));
                    return json;
                });
    }

    private <K> CompletableFuture<SortedKeys<K>> sorted(LocalInstance<K, ?> instance, Scan scan) {
        boolean descending = scan.descending();
        SortedKeys<K> known = sortedKeys.get(pin, instance, descending);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return keys(instance)
                .thenApplyAsync(
                        keys -> {
                            SortedKeys<K> sorted =
                                    SortedKeys.of(keys, instance.keys(), scan.order(), descending);
                            sortedKeys.put(pin, instance, descending, sorted);
                            return sorted;
                        },
                        workers);
    }

    /** The totals over all entries, or {@link LocalPeer#TOO_LARGE}. */
    <K> CompletableFuture<JsonNode> totals(
            LocalInstance<K, ?> instance, Aggregate aggregate, SizeLimit size) {
        Totals totals = aggregate.totals();
        Sink sink =
                new Sink() {
                    @Override
                    public boolean wants(JsonNode key) {
                        return aggregate.inRange(key);
                    }

                    @Override
                    public boolean putsInOrder() {
                        return false;
                    }

                    @Override
                    public boolean take(Place place, JsonNode value) {
                        totals.add(place.key(), value);
                        return true;
                    }
                };
        return keys(instance)
                .thenComposeAsync(keys -> slices(instance, keys, 0, sink), workers)
                .thenApply(
                        ignored -> {
                            ObjectNode json = totals.json();
                            if (size.isExceededBy(SizeLimit.sizeOf(json))) {
                                return LocalPeer.tooLarge();
                            }
                            ObjectNode answer = JsonNodeFactory.instance.objectNode();
                            answer.set("totals", json);
                            return answer.set("schemas", totals.schemas());
                        });
    }

    private <K> CompletableFuture<List<K>> keys(LocalInstance<K, ?> instance) {
        long leftNanos = leftNanos(); // fails if the scan has waited too long for its turn
        return timer.limit(
                instance.state().keys(pin, limits.maxScannedKeys()),
                TimeUnit.NANOSECONDS.toMillis(leftNanos));
    }

    private <K> CompletableFuture<Void> slices(
            LocalInstance<K, ?> instance, List<K> keys, int from, Sink sink) {
        int position = from;
        int most = instance.valueSizes().keys(ValueSizes.SLICE_BYTES);
        List<K> slice = new ArrayList<>(most);
        List<JsonNode> json = new ArrayList<>(most);
        while (position < keys.size() && slice.size() < most) {
            K key = keys.get(position++);
            JsonNode keyJson = instance.keyType().toJson(key);
            if (sink.wants(keyJson)) {
                slice.add(key);
                json.add(keyJson);
            }
        }
        long leftNanos = leftNanos();
        if (slice.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        int next = position;
        return instance.read(slice, snapshot, Duration.ofNanos(leftNanos), timer, workers)
                .thenCompose(
                        answer ->
                                take(instance, json, answer, sink)
                                        ? slices(instance, keys, next, sink)
                                        : CompletableFuture.completedFuture(null));
    }

    /** Gives the entries of a slice to the sink; returns whether it wants more. */
    private static <K> boolean take(
            LocalInstance<K, ?> instance,
            List<JsonNode> keys,
            LocalInstance.Answer<K, ?> answer,
            Sink sink) {
        boolean wantsMore = true;
        int found = 0;
        long bytes = 0;
        for (int i = 0; i < keys.size() && wantsMore; i++) {
            if (answer.found(i)) {
                JsonNode value = answer.value(i);
                found++;
                bytes += SizeLimit.sizeOf(value);
                String place =
                        sink.putsInOrder() ? instance.keys().bytes(answer.keys().get(i)) : "";
                wantsMore = sink.take(new Place(keys.get(i), place), value);
            }
        }
        instance.valueSizes().note(found, bytes);
        return wantsMore;
    }

    private long leftNanos() {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
            throw new QueryException(
                    FailureReason.TIMEOUT, "Cannot scan: it took longer than the timeout.");
        }
        return leftNanos;
    }
}
