/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The configuration of the serializer: those of keys and values. */
@Internal
public final class ExchangedValueSerializerSnapshot<K, V>
        extends CompositeTypeSerializerSnapshot<
                ExchangedValue<K, V>, ExchangedValueSerializer<K, V>> {
    private static final int VERSION = 1;

    /** Called by Flink to read a snapshot. */
    public ExchangedValueSerializerSnapshot() {}

    ExchangedValueSerializerSnapshot(ExchangedValueSerializer<K, V> serializer) {
        super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(ExchangedValueSerializer<K, V> outer) {
        return new TypeSerializer<?>[] {outer.keys(), outer.values()};
    }

    @Override
    @SuppressWarnings("unchecked") // they are those of getNestedSerializers
    protected ExchangedValueSerializer<K, V> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return new ExchangedValueSerializer<>(
                (TypeSerializer<K>) nested[0], (TypeSerializer<V>) nested[1]);
    }
}
