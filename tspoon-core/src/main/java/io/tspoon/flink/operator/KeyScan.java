/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

import java.util.Iterator;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Iterates over the keys of a keyed state, in no order. The same thread may change the state
 * meanwhile. Each key that the state has all the time is returned exactly once.
 *
 * <p>This relies on how the backends work: RocksDB reads a snapshot. The heap backend returns a
 * stream that has a nested stream for each key group, and {@link Stream#iterator} buffers each of
 * these as a whole. A test guards this.
 *
 * @param <K> key type
 */
@Internal
public final class KeyScan<K> implements Iterator<K>, AutoCloseable {
    private final Stream<K> stream;
    private final Iterator<K> keys;

    private KeyScan(Stream<K> stream) {
        this.stream = stream;
        this.keys = stream.iterator();
    }

    /**
     * Starts an iteration over the keys.
     *
     * @param operator that has the state
     * @param state name of the state
     */
    public static <K> KeyScan<K> of(AbstractStreamOperator<?> operator, String state) {
        KeyedStateBackend<K> backend = operator.getKeyedStateBackend();
        return new KeyScan<>(backend.getKeys(state, VoidNamespace.INSTANCE));
    }

    /**
     * Starts an iteration over the records of all keys, see {@link RecordState}.
     *
     * @param operator that has the state
     * @param state name of the state
     * @param made makes of a key and what tells its records apart what the scan gives
     */
    public static <K, N, R> KeyScan<R> ofRecords(
            AbstractStreamOperator<?> operator, String state, BiFunction<K, N, R> made) {
        KeyedStateBackend<K> backend = operator.getKeyedStateBackend();
        Stream<Tuple2<K, N>> records = backend.getKeysAndNamespaces(state);
        return new KeyScan<>(records.map(record -> made.apply(record.f0, record.f1)));
    }

    /** Iterates over the elements of a stream. */
    public static <K> KeyScan<K> over(Stream<K> keys) {
        return new KeyScan<>(keys);
    }

    @Override
    public boolean hasNext() {
        return keys.hasNext();
    }

    @Override
    public K next() {
        return keys.next();
    }

    @Override
    public void close() {
        stream.close();
    }
}
