/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyScan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/** One record for each key, the same one for all states of the operator. */
@Internal
public final class RecordPerKey<K> implements RecordSpace<K> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> type;
    private final TypeSerializer<K> serializer;

    private RecordPerKey(TypeInformation<K> type, TypeSerializer<K> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    public static <K> RecordSpace<K> of(TypeInformation<K> type, TypeSerializer<K> serializer) {
        return new RecordPerKey<>(type, serializer);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller has a key of the state
    public K record(int place, Object key) {
        return (K) key;
    }

    @Override
    public Object key(int place, K record) {
        return record;
    }

    @Override
    public List<?> keys(int place, List<K> records) {
        return records;
    }

    @Override
    public Object flinkKey(K record) {
        return record;
    }

    @Override
    public TypeInformation<?> flinkKeyType() {
        return type;
    }

    @Override
    public boolean areFixed() {
        return FixedHashCodes.has(type);
    }

    @Override
    public TypeInformation<?> keyType(int place) {
        return type;
    }

    @Override
    public TypeSerializer<?> keySerializer(int place) {
        return serializer;
    }

    @Override
    public UnaryOperator<K> keptCopy() {
        return serializer.isImmutableType() ? UnaryOperator.identity() : serializer::copy;
    }

    @Override
    public K copy(K record, ThroughBytes copier) throws IOException {
        return copier.copy(serializer, record);
    }

    @Override
    public RecordContext<K> context(AbstractStreamOperator<?> operator, StoredValues<?> values) {
        return operator::setCurrentKey;
    }

    @Override
    public KeyScan<K> scan(AbstractStreamOperator<?> operator, String name, int place) {
        return KeyScan.of(operator, name);
    }
}
