/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.runtime.plan.RoutingKey;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A record for each key of each state; those of one partition are in one instance, because their
 * partition is the key of Flink's keyed state, and their own key a namespace of it. Design: ADR
 * 0039.
 */
@Internal
public final class RecordsInPartitions implements RecordSpace<RecordKey> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<?> partitionType;
    private final TypeSerializer<Object> partitionSerializer;
    private final List<Keys> states;

    /**
     * The keys of a state.
     *
     * @param state its name
     * @param type of the keys
     * @param serializer reads and writes them
     * @param partitions gives the partition of a key
     */
    public record Keys(
            String state,
            TypeInformation<?> type,
            TypeSerializer<?> serializer,
            RoutingKey partitions)
            implements Serializable {
        @SuppressWarnings("unchecked") // only keys of the state are passed to it
        private TypeSerializer<Object> writer() {
            return (TypeSerializer<Object>) serializer;
        }
    }

    /**
     * @param states the states of the operator, by place
     */
    @SuppressWarnings("unchecked") // only partitions are passed to it
    public RecordsInPartitions(
            TypeInformation<?> partitionType,
            TypeSerializer<?> partitionSerializer,
            List<Keys> states) {
        this.partitionType = partitionType;
        this.partitionSerializer = (TypeSerializer<Object>) partitionSerializer;
        this.states = List.copyOf(states);
    }

    /** The name of a partition, for accesses. */
    public static RecordKey partition(Object partition) {
        return RecordKey.ofPartition(partition);
    }

    @Override
    public RecordKey record(int place, Object key) {
        return RecordKey.of(states.get(place).partitions.of(key), place, key);
    }

    @Override
    public @Nullable Object key(int place, RecordKey record) {
        return record.place() == place ? record.key() : null;
    }

    /** A view: a list may be long, and is most often sent away. */
    @Override
    public List<?> keys(int place, List<RecordKey> named) {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return named.get(index).key();
            }

            @Override
            public int size() {
                return named.size();
            }
        };
    }

    @Override
    public Object flinkKey(RecordKey record) {
        return record.partition();
    }

    @Override
    public TypeInformation<?> flinkKeyType() {
        return partitionType;
    }

    /** The program may partition keys in another way now. */
    @Override
    public boolean areFixed() {
        return false;
    }

    @Override
    public TypeInformation<?> keyType(int place) {
        return states.get(place).type;
    }

    @Override
    public TypeSerializer<?> keySerializer(int place) {
        return states.get(place).serializer;
    }

    @Override
    public UnaryOperator<RecordKey> keptCopy() {
        boolean immutable =
                partitionSerializer.isImmutableType()
                        && states.stream().allMatch(keys -> keys.serializer.isImmutableType());
        return immutable ? UnaryOperator.identity() : this::keptCopy;
    }

    private RecordKey keptCopy(RecordKey record) {
        Object partition = partitionSerializer.copy(record.partition());
        return record.isPartition()
                ? RecordKey.ofPartition(partition)
                : RecordKey.of(
                        partition,
                        record.place(),
                        states.get(record.place()).writer().copy(record.key()));
    }

    @Override
    public RecordKey copy(RecordKey record, ThroughBytes copier) throws IOException {
        if (record.isPartition()) {
            return RecordKey.ofPartition(copier.copy(partitionSerializer, record.partition()));
        }
        Keys keys = states.get(record.place());
        Object key = copier.copy(keys.writer(), record.key());
        Object partition = keys.partitions.of(key);
        if (!partition.equals(record.partition())) {
            throw new IllegalStateException(
                    "[TSP-2234] Cannot use partition: the key belongs to another one now than when"
                            + " it was written, so its value would not be found, state="
                            + keys.state
                            + ", key="
                            + key
                            + ", partition="
                            + partition
                            + ", before="
                            + record.partition()
                            + ". What partitionedBy gives must depend on nothing but the value of"
                            + " the key, and never change. To partition otherwise, give the state"
                            + " another name, and fill it.");
        }
        return RecordKey.of(partition, record.place(), key);
    }

    @Override
    public RecordContext<RecordKey> context(
            AbstractStreamOperator<?> operator, StoredValues<?> values) {
        StoredRecords records = (StoredRecords) values;
        return record -> {
            operator.setCurrentKey(record.partition());
            records.set(record);
        };
    }

    @Override
    public KeyScan<RecordKey> scan(AbstractStreamOperator<?> operator, String name, int place) {
        return KeyScan.ofRecords(
                operator, name, (partition, key) -> RecordKey.of(partition, place, key));
    }
}
