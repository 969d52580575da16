/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.ReadPoint;
import io.tspoon.query.peer.ReadValues;
import io.tspoon.query.peer.ReadValues.KeyValue;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads keys of instances in this process, in slices, because the size of a value is only known
 * once it is JSON. Mostly one slice is enough. Once the answer is too large, no further slice is
 * read. One thread adds keys; the instances answer in any thread.
 */
final class LocalRead {
    /** Minimum size of a slice. Smaller slices would have only a few keys each. */
    private static final long MIN_SLICE_BYTES = 1L << 20;

    private final ReadPoint point;
    private final SizeLimit size;
    private final TimeLimit deadline;
    private final Timer timer;
    private final Executor workers;
    private final List<Part<?, ?>> parts = new ArrayList<>();

    /** Size of all values that have been converted to JSON. */
    private final AtomicLong bytes = new AtomicLong();

    private volatile boolean failed;

    /**
     * @param point which values to read
     * @param size limit for all values together
     * @param timer enforces the timeout
     * @param workers convert values to JSON
     */
    LocalRead(ReadPoint point, SizeLimit size, TimeLimit deadline, Timer timer, Executor workers) {
        this.point = point;
        this.size = size;
        this.deadline = deadline;
        this.timer = timer;
        this.workers = workers;
    }

    /** Adds keys, all of which the instance must own. */
    <K, V> void add(LocalInstance<K, V> instance, List<JsonNode> keys) {
        parts.add(new Part<>(instance, instance.ownKeys(keys)));
    }

    /**
     * The values of all instances, in the order in which they were added; empty if they are too
     * large.
     */
    CompletableFuture<Optional<ReadValues>> answer() {
        long most = Math.min(ValueSizes.SLICE_BYTES, Math.max(MIN_SLICE_BYTES, size.bytes()));
        long sliceBytes = most / Math.max(1, parts.size());
        List<CompletableFuture<Void>> reads = new ArrayList<>();
        for (Part<?, ?> part : parts) {
            reads.add(part.read(sliceBytes).whenComplete((ignored, failure) -> end(failure)));
        }
        return Futures.all(reads).thenApply(ignored -> values());
    }

    private void end(@Nullable Throwable failure) {
        if (failure != null) {
            failed = true;
        }
    }

    private Optional<ReadValues> values() {
        if (isTooLarge()) {
            return Optional.empty();
        }
        List<List<KeyValue>> results = new ArrayList<>(parts.size());
        long newest = 0;
        for (Part<?, ?> part : parts) {
            newest = Math.max(newest, part.newest);
            results.add(part.values);
        }
        return Optional.of(new ReadValues(results, newest));
    }

    private boolean isTooLarge() {
        return size.isExceededBy(bytes.get());
    }

    /** The keys of one instance, read one slice after the other. */
    private final class Part<K, V> {
        private final LocalInstance<K, V> instance;
        private final List<K> keys;
        private final List<KeyValue> values;
        private long newest;

        /**
         * Minimum number of keys of the next slice. It doubles while no key is found, because such
         * slices say nothing about sizes.
         */
        private int leastKeys = 1;

        private Part(LocalInstance<K, V> instance, List<K> keys) {
            this.instance = instance;
            this.keys = keys;
            values = new ArrayList<>(keys.size());
        }

        private CompletableFuture<Void> read(long sliceBytes) {
            int from = values.size();
            int length = Math.max(leastKeys, instance.valueSizes().keys(sliceBytes));
            int to = Math.min(keys.size(), from + length);
            return read(keys.subList(from, to), deadline.left())
                    .thenCompose(
                            answer -> {
                                take(answer);
                                return failed || isTooLarge() || values.size() == keys.size()
                                        ? CompletableFuture.completedFuture(null)
                                        : read(sliceBytes);
                            });
        }

        private CompletableFuture<LocalInstance.Answer<K, V>> read(
                List<K> slice, Duration timeout) {
            return point.exact()
                    ? instance.read(slice, point.timestamp(), timeout, timer, workers)
                    : instance.readNewest(slice, point.timestamp(), timeout, workers);
        }

        private void take(LocalInstance.Answer<K, V> answer) {
            newest = Math.max(newest, answer.newest());
            int noted = 0;
            long notedBytes = 0;
            for (int i = 0; i < answer.size() && !isTooLarge(); i++) {
                JsonNode value = answer.value(i);
                long length = SizeLimit.sizeOf(value);
                values.add(new KeyValue(answer.found(i), value));
                bytes.addAndGet(length);
                noted += answer.found(i) ? 1 : 0;
                notedBytes += answer.found(i) ? length : 0;
            }
            instance.valueSizes().note(noted, notedBytes);
            leastKeys = noted == 0 ? Math.min(ValueSizes.MAX_KEYS, 2 * answer.size()) : 1;
        }
    }
}
