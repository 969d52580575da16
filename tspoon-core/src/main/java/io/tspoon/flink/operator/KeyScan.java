/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Goes through the keys of a keyed state, in no order. The state may be changed meanwhile by the
 * same thread; keys that it has all the time are given once.
 *
 * <p>That rests on how the backends do it: RocksDB looks at a snapshot; the stream of the one on
 * the heap has a stream for each key group, which {@link Stream#iterator} buffers whole. A test
 * watches.
 *
 * @param <K> key type
 */
public final class KeyScan<K> implements Iterator<K>, AutoCloseable {
    private final Stream<K> stream;
    private final Iterator<K> keys;

    private KeyScan(Stream<K> stream) {
        this.stream = stream;
        this.keys = stream.iterator();
    }

    /**
     * Begins to go through the keys.
     *
     * @param operator that has the state
     * @param state name of the state
     */
    public static <K> KeyScan<K> of(AbstractStreamOperator<?> operator, String state) {
        KeyedStateBackend<K> backend = operator.getKeyedStateBackend();
        return new KeyScan<>(backend.getKeys(state, VoidNamespace.INSTANCE));
    }

    /** Goes through the elements of a stream. */
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
