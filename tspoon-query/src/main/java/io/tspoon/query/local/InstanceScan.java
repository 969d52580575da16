/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.EntrySink;
import io.tspoon.query.request.PageCollector;
import io.tspoon.query.request.PartialTotals;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Goes through the keys of one instance at a pinned snapshot, in slices. Each slice waits for its
 * turn behind transactions, so a slice has many keys; the operator divides it further, by time. If
 * values are large a slice has few keys, because all its values are in memory at once.
 *
 * @param pin id of the pin
 * @param snapshot timestamp for which the pin is settled
 * @param deadlineNanos when to give up, as {@link System#nanoTime} counts
 * @param scanning limits and threads
 */
record InstanceScan(long pin, long snapshot, long deadlineNanos, Scanning scanning) {
    /**
     * The entries in the order of their keys, after the given place if there is one. The first page
     * is gathered in one pass over the unsorted keys. A client that asks for a second page is
     * likely to ask for more, so all keys are sorted then.
     *
     * @param page collects the entries; it gets them in order if {@code after} is not null
     */
    <K> CompletableFuture<EntryPage> page(
            LocalInstance<K, ?> instance, Scan scan, @Nullable Place after, PageCollector page) {
        CompletableFuture<Void> taken =
                after == null
                        ? keys(instance)
                                .thenComposeAsync(
                                        keys -> slices(instance, keys, 0, page),
                                        scanning.scanners())
                        : sorted(instance, scan)
                                .thenComposeAsync(
                                        keys ->
                                                slices(
                                                        instance,
                                                        keys.list(),
                                                        keys.after(after),
                                                        page),
                                        scanning.scanners());
        return taken.thenApply(
                ignored -> {
                    EntryPage found = page.page();
                    instance.requireReadable(found.entries());
                    return found;
                });
    }

    private <K> CompletableFuture<SortedKeys<K>> sorted(LocalInstance<K, ?> instance, Scan scan) {
        boolean descending = scan.descending();
        SortedKeys<K> known = scanning.sortedKeys().get(pin, instance, descending);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return keys(instance)
                .thenApplyAsync(
                        keys -> {
                            SortedKeys<K> sorted =
                                    SortedKeys.of(keys, instance.keys(), scan.order(), descending);
                            scanning.sortedKeys().put(pin, instance, descending, sorted);
                            return sorted;
                        },
                        scanning.scanners());
    }

    /** The totals over all entries; empty if they are too large. */
    <K> CompletableFuture<Optional<PartialTotals>> totals(
            LocalInstance<K, ?> instance, Aggregate aggregate, SizeLimit size) {
        Totals totals = aggregate.totals();
        EntrySink sink =
                new EntrySink() {
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
                .thenComposeAsync(keys -> slices(instance, keys, 0, sink), scanning.scanners())
                .thenApply(
                        ignored -> {
                            PartialTotals partial = totals.partial();
                            return size.isExceededBy(SizeLimit.sizeOf(partial.values()))
                                    ? Optional.empty()
                                    : Optional.of(partial);
                        });
    }

    private <K> CompletableFuture<List<K>> keys(LocalInstance<K, ?> instance) {
        long leftNanos = leftNanos(); // fails if the scan has waited too long for its turn
        return scanning.timer()
                .limit(
                        instance.state().keys(pin, scanning.limits().maxScannedKeys()),
                        TimeUnit.NANOSECONDS.toMillis(leftNanos));
    }

    private <K> CompletableFuture<Void> slices(
            LocalInstance<K, ?> instance, List<K> keys, int from, EntrySink sink) {
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
        return instance.read(
                        slice,
                        snapshot,
                        Duration.ofNanos(leftNanos),
                        scanning.timer(),
                        scanning.scanners())
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
            EntrySink sink) {
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
                    FailureReason.TIMEOUT,
                    "[TSP-4204] Cannot scan: it took longer than the timeout.");
        }
        return leftNanos;
    }
}
