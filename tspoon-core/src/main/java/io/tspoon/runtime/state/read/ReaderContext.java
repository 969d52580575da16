/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.HotKey;
import io.tspoon.runtime.shape.RecordWays;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.state.cache.KeySample;
import io.tspoon.runtime.state.cache.Progress;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * An instance of an operator as the reader of one of its states sees it.
 *
 * @param plan plan of the operator
 * @param operator the instance
 * @param values the values in Flink's keyed state
 * @param progress progress of the coordinators
 * @param stableRequests receives timestamps up to which all transactions shall be over
 * @param chains gives what accesses in chains do here, null if there are none; in any thread
 * @param place place of the state among those of the operator
 * @param <K> key type
 * @param <V> type of what a record holds
 */
@Internal
public record ReaderContext<K, V>(
        StateOperatorPlan<?, K, V, ?> plan,
        AbstractStreamOperator<?> operator,
        StoredValues<V> values,
        Progress progress,
        LongConsumer stableRequests,
        Supplier<@Nullable ChainStatus> chains,
        int place)
        implements StateReader.Host<K, V> {

    /** The same instance for another of its states. */
    ReaderContext<K, V> at(int otherPlace) {
        return new ReaderContext<>(
                plan, operator, values, progress, stableRequests, chains, otherPlace);
    }

    @Override
    public @Nullable Object valueOf(@Nullable V stored) {
        return plan.shape().valueOf(stored, place);
    }

    @Override
    public KeyScan<K> scan() {
        return plan.records().scan(operator, StoredValues.nameOf(plan.states(), place), place);
    }

    @Override
    public K record(Object key) {
        return plan.records().record(place, key);
    }

    @Override
    public boolean has(K record) {
        return plan.records().key(place, record) != null;
    }

    @Override
    public List<?> keys(List<K> records) {
        return plan.records().keys(place, records);
    }

    @Override
    public <T> List<HotKey<T>> hottest(KeySample<K> accessed, int most) {
        return plan.shape().ways(new Hottest<>(accessed.hottest(most)));
    }

    /** What is accessed in partitions are these, and no keys. */
    private record Hottest<K, T>(List<HotKey<K>> accessed) implements RecordWays<List<HotKey<T>>> {
        @Override
        @SuppressWarnings("unchecked") // records are named by keys
        public List<HotKey<T>> perKey(WrittenReader written) {
            return (List<HotKey<T>>) (List<?>) accessed;
        }

        @Override
        public List<HotKey<T>> perPartition() {
            return List.of();
        }
    }

    /** Of an operator, its first state tells. */
    @Override
    public @Nullable ChainStatus chainsOfOperator() {
        return place == 0 ? chains.get() : null;
    }

    @Override
    public long stable() {
        return progress.stable();
    }

    @Override
    public long highest() {
        return progress.highest();
    }

    @Override
    public void awaitStable(long timestamp) {
        stableRequests.accept(timestamp);
    }

    @Override
    public @Nullable Object readBacking(K key) throws Exception {
        plan.records().context(operator, values).set(key);
        return values.read(place);
    }
}
