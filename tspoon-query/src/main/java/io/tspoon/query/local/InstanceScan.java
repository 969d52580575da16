/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.EntrySink;
import io.tspoon.query.request.PageCollector;
import io.tspoon.query.request.PartialTotals;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.ReadPlan;
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
import java.util.function.Supplier;

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
    /** Makes what collects a page. */
    @FunctionalInterface
    interface Pages {
        PageCollector in(PageCollector.Arrival arrival);
    }

    /**
     * The entries in the order of the scan, after the given place if there is one. An index is
     * asked if one can tell which entries to read; else all of them are read.
     */
    <K> CompletableFuture<EntryPage> page(
            LocalInstance<K, ?> instance, Scan scan, @Nullable Place after, Pages pages) {
        IndexPlan plan = IndexPlan.of(instance, scan, after);
        Supplier<CompletableFuture<EntryPage>> scanned =
                () -> scanning.inTurn(() -> scanned(instance, scan, after, pages));
        return plan == null
                ? scanned.get()
                : unlessDistrusted(indexed(instance, scan, plan, pages), scanned);
    }

    /**
     * Reads all entries. The first page in the order of keys is gathered in one pass over the
     * unsorted keys. A client that asks for a second page is likely to ask for more, so all keys
     * are sorted then.
     */
    private <K> CompletableFuture<EntryPage> scanned(
            LocalInstance<K, ?> instance, Scan scan, @Nullable Place after, Pages pages) {
        Examined examined = new Examined();
        PageCollector page;
        CompletableFuture<Boolean> taken;
        if (after == null || scan.orderedBy() != null) {
            page = pages.in(PageCollector.Arrival.IN_NO_ORDER);
            taken =
                    keys(instance)
                            .thenComposeAsync(
                                    keys -> slices(instance, keys, 0, page, examined),
                                    scanning.scanners());
        } else {
            page = pages.in(PageCollector.Arrival.IN_ORDER);
            taken =
                    sorted(instance, scan)
                            .thenComposeAsync(
                                    keys ->
                                            slices(
                                                    instance,
                                                    keys.list(),
                                                    keys.after(after),
                                                    page,
                                                    examined),
                                    scanning.scanners());
        }
        return taken.thenApply(ignored -> ended(instance, page, ReadPlan.scan(examined.count)));
    }

    private static EntryPage ended(
            LocalInstance<?, ?> instance, PageCollector page, ReadPlan plan) {
        EntryPage found = page.page();
        instance.requireReadable(found.entries());
        return found.by(plan);
    }

    /** Reads what an index names; empty if it does not serve. */
    private <K, V> CompletableFuture<Optional<EntryPage>> indexed(
            LocalInstance<K, V> instance, Scan scan, IndexPlan plan, Pages pages) {
        PageCollector page = pages.in(plan.arrival());
        IndexRead<K, V> read = new IndexRead<>(this, instance, plan, page);
        return read.run(plan.isOrdered() ? scan.limit() : Integer.MAX_VALUE)
                .thenApply(
                        served ->
                                served
                                        ? Optional.of(ended(instance, page, read.how()))
                                        : Optional.empty());
    }

    /** What an index has answered, or what is done instead if it cannot be trusted. */
    private static <A> CompletableFuture<A> unlessDistrusted(
            CompletableFuture<Optional<A>> indexed, Supplier<CompletableFuture<A>> otherwise) {
        return indexed.exceptionallyCompose(
                        failure ->
                                Failures.causeOf(failure) instanceof LocalIndex.Distrusted
                                        ? CompletableFuture.completedFuture(Optional.empty())
                                        : CompletableFuture.failedFuture(failure))
                .thenCompose(
                        answer ->
                                answer.map(CompletableFuture::completedFuture)
                                        .orElseGet(otherwise));
    }

    /** Counts entries; one thread at a time. */
    private static final class Examined {
        private long count;
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
        IndexPlan plan = IndexPlan.of(instance, aggregate);
        Supplier<CompletableFuture<PartialTotals>> scanned =
                () -> scanning.inTurn(() -> scanned(instance, aggregate));
        CompletableFuture<PartialTotals> all =
                plan == null
                        ? scanned.get()
                        : unlessDistrusted(indexed(instance, aggregate, plan), scanned);
        return all.thenApply(
                partial ->
                        size.isExceededBy(SizeLimit.sizeOf(partial.values()))
                                ? Optional.empty()
                                : Optional.of(partial));
    }

    private <K> CompletableFuture<PartialTotals> scanned(
            LocalInstance<K, ?> instance, Aggregate aggregate) {
        Examined examined = new Examined();
        Totals totals = aggregate.totals();
        EntrySink sink = sink(aggregate, totals);
        return keys(instance)
                .thenComposeAsync(
                        keys -> slices(instance, keys, 0, sink, examined), scanning.scanners())
                .thenApply(ignored -> totals.partial().by(ReadPlan.scan(examined.count)));
    }

    private <K, V> CompletableFuture<Optional<PartialTotals>> indexed(
            LocalInstance<K, V> instance, Aggregate aggregate, IndexPlan plan) {
        Totals totals = aggregate.totals();
        IndexRead<K, V> read = new IndexRead<>(this, instance, plan, sink(aggregate, totals));
        return read.run(Integer.MAX_VALUE)
                .thenApply(
                        served ->
                                served
                                        ? Optional.of(totals.partial().by(read.how()))
                                        : Optional.empty());
    }

    private static EntrySink sink(Aggregate aggregate, Totals totals) {
        return new EntrySink() {
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
    }

    private <K> CompletableFuture<List<K>> keys(LocalInstance<K, ?> instance) {
        return inTime(() -> instance.state().keys(pin, scanning.limits().maxScannedKeys()));
    }

    /** Reads entries; says whether the sink wants more. */
    private <K> CompletableFuture<Boolean> slices(
            LocalInstance<K, ?> instance,
            List<K> keys,
            int from,
            EntrySink sink,
            Examined examined) {
        int position = from;
        int most = instance.valueSizes().keys(ValueSizes.SLICE_BYTES);
        int room = Math.min(most, keys.size() - position);
        List<K> slice = new ArrayList<>(room);
        List<JsonNode> json = new ArrayList<>(room);
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
            return CompletableFuture.completedFuture(true);
        }
        examined.count += slice.size();
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
                                        ? slices(instance, keys, next, sink, examined)
                                        : CompletableFuture.completedFuture(false));
    }

    /** Gives the entries of a slice to the sink; returns whether it wants more. */
    private static <K> boolean take(
            LocalInstance<K, ?> instance,
            List<JsonNode> keys,
            LocalInstance.Answer<K, ?> answer,
            EntrySink sink) {
        EntryFeed<K> feed = new EntryFeed<>(instance, sink);
        for (int i = 0; i < keys.size() && feed.wantsMore(); i++) {
            feed.take(answer, i, keys.get(i));
        }
        feed.end();
        return feed.wantsMore();
    }

    /** Fails what an instance does if it takes too long. */
    <A> CompletableFuture<A> inTime(Supplier<CompletableFuture<A>> work) {
        long leftNanos = leftNanos(); // fails if the scan has waited too long for its turn
        return scanning.timer().limit(work.get(), TimeUnit.NANOSECONDS.toMillis(leftNanos));
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
