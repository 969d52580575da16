/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexKind;
import io.tspoon.index.IndexPosition;
import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexRange;
import io.tspoon.index.IndexedEntries;
import io.tspoon.index.SortedEntries;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.PageCollector;
import io.tspoon.query.request.PartialTotals;
import io.tspoon.query.request.Scan;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import static org.assertj.core.api.Assertions.assertThat;

/** What an index finds while other scans have their turn. */
class IndexReadTest {
    private static final int KEYS = 1_000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Sorted state = new Sorted();
    private final LocalInstance<Integer, Long> instance =
            new LocalInstance<>(state, JsonMapping.standard());
    private final ScanQueue queue = new ScanQueue(1, Runnable::run);
    private Executor workers = Runnable::run;
    private final InstanceScan scan = scan();

    private InstanceScan scan() {
        Timer timer = (delayMs, action) -> () -> {};
        Limits limits = new Limits(KEYS, KEYS, 1, 1_000, 1 << 20, 1_000, 1_000, 5);
        SortedKeysCache sorted = new SortedKeysCache(1_000, timer);
        Scanning scanning =
                new Scanning(
                        limits, timer, Runnable::run, step -> workers.execute(step), sorted, queue);
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        return new InstanceScan(1, 1, deadline, scanning);
    }

    @Test
    void fewEntriesComeWhileOthersScan() throws Exception {
        CompletableFuture<Void> other = new CompletableFuture<>();
        queue.run(() -> other);

        EntryPage highest = done(page("{'orderBy':'/value','order':'desc','limit':10}"));
        assertThat(highest.entries()).hasSize(10);
        assertThat(highest.entries().get(0).place().key().asInt()).isEqualTo(KEYS - 1);
        assertThat(highest.plan().examined()).isLessThan(50);
        EntryPage one = done(page("{'filter':{'field':'/value','op':'eq','value':14}}"));
        assertThat(one.entries()).hasSize(1);
        assertThat(state.asked).as("a trial at both ends, and one question each").isEqualTo(4);
    }

    @Test
    void manyEntriesWaitForTheirTurn() throws Exception {
        CompletableFuture<Void> other = new CompletableFuture<>();
        queue.run(() -> other);

        CompletableFuture<Optional<PartialTotals>> sum =
                scan.totals(
                        instance,
                        Aggregate.of(
                                json(
                                        "{'filter':{'field':'/value','op':'ge','value':0},"
                                                + "'compute':{'n':{'count':true}}}")),
                        new SizeLimit(1 << 20));
        CompletableFuture<EntryPage> page =
                page("{'filter':{'field':'/value','op':'ge','value':2},'limit':1000}");
        assertThat(sum).isNotDone();
        assertThat(page).isNotDone();

        other.complete(null);
        assertThat(done(sum).orElseThrow().values().get("n").toString()).contains("1000");
        assertThat(done(page).entries()).hasSize(KEYS - 1);
    }

    /** Nothing of a request may go on in the thread of the operator that failed it. */
    @Test
    void failureLeavesTheOperatorsThread() throws Exception {
        state.held = new CompletableFuture<>();
        List<Runnable> steps = new ArrayList<>();
        workers = steps::add;
        CompletableFuture<EntryPage> page =
                page("{'filter':{'field':'/value','op':'eq','value':14}}");
        state.held.completeExceptionally(new IllegalStateException("the pin was given up"));
        assertThat(page).as("it waits for a worker").isNotDone();
    }

    private CompletableFuture<EntryPage> page(String json) throws Exception {
        Scan typed = Scan.of(json(json), KEYS, instance.types());
        SizeLimit size = new SizeLimit(1 << 20);
        return scan.page(
                instance,
                typed,
                null,
                arrival -> PageCollector.ofPart(typed, size, arrival, null, null));
    }

    /** All executors are direct, so nothing is waited for. */
    private static <T> T done(CompletableFuture<T> future) {
        assertThat(future).isCompleted();
        return future.join();
    }

    private static JsonNode json(String text) throws Exception {
        return MAPPER.readTree(text.replace('\'', '"'));
    }

    /** Twice its key is the value of each key, which is indexed. */
    private static final class Sorted implements ReadableState<Integer, Long> {
        private final SortedEntries<Integer> entries = new SortedEntries<>();
        private int asked;

        /** What is given instead of what is found. */
        private @Nullable CompletableFuture<IndexedEntries<Integer, Long>> held;

        Sorted() {
            for (int key = 0; key < KEYS; key++) {
                entries.add(indexes().get(0).of(key, 2L * key), key);
            }
        }

        @Override
        public StateInstance<Integer, Long> description() {
            return new StateInstance<>(
                    "bank",
                    "balance",
                    0,
                    1,
                    1,
                    1,
                    Types.INT,
                    Types.LONG,
                    key -> null,
                    null,
                    "",
                    Duration.ZERO);
        }

        @Override
        public List<IndexDefinition> indexes() {
            return List.of(
                    new IndexDefinition(
                            "value", "/value", IndexKind.NUMBER, (key, value) -> value));
        }

        @Override
        public CompletableFuture<IndexedEntries<Integer, Long>> find(long pin, IndexQuery query) {
            asked++;
            if (held != null) {
                return held;
            }
            List<Integer> keys = new ArrayList<>();
            List<Long> values = new ArrayList<>();
            IndexRange range = query.ranges().get(0);
            IndexPosition next =
                    entries.visit(
                            range,
                            query.descending(),
                            query.after(),
                            (part, key) -> {
                                keys.add(key);
                                values.add(2L * key);
                                return keys.size() < query.most();
                            });
            return CompletableFuture.completedFuture(
                    new IndexedEntries<>(true, keys, values, next));
        }

        @Override
        public CompletableFuture<Long> pin(long pin, Duration lease) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public CompletableFuture<Void> settle(long pin, long snapshot, Duration lease) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public CompletableFuture<Void> keep(long pin, Duration lease) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public void unpin(long pin) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public CompletableFuture<Values<Long>> read(
                List<Integer> keys, long snapshot, Duration timeout) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public CompletableFuture<Values<Long>> readNewest(
                List<Integer> keys, long after, Duration timeout) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public CompletableFuture<List<Integer>> keys(long pin, int limit) {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public CompletableFuture<Long> keyCount() {
            throw new UnsupportedOperationException("not asked for");
        }
    }
}
