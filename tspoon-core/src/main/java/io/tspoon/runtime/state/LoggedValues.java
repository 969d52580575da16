/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Participant;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.FragmentKind;
import io.tspoon.runtime.transport.KeyValues;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes over values that were logged by an earlier run, in any order of their timestamps: the
 * newest of each key of each state stays. Confined to the mailbox thread.
 */
final class LoggedValues<K, V> {
    private final Participant<K, V> participant;
    private final RecordCache<K, V> cache;
    private final TypeSerializer<K> keySerializer;
    private final List<TypeSerializer<?>> valueSerializers = new ArrayList<>();

    LoggedValues(
            StateOperatorPlan<?, K, V, ?> plan,
            Participant<K, V> participant,
            RecordCache<K, V> cache) {
        this.participant = participant;
        this.cache = cache;
        this.keySerializer = plan.keySerializer();
        plan.states().forEach(state -> valueSerializers.add(state.valueSerializer()));
    }

    /** Takes over the values of a block; gives their highest timestamp. */
    long replay(Block block) throws Exception {
        DataInputDeserializer payload = block.readPayload();
        RecordCache.LookUp<K, V> lookUp = cache.lookUp(block.size());
        List<Logged> logged = new ArrayList<>(block.size());
        for (int row = 0; row < block.size(); row++) {
            lookUp.add(keySerializer.deserialize(payload));
            logged.add(read(block, row, payload));
        }
        block.checkConsumed();
        lookUp.fetch();
        long highest = Long.MIN_VALUE;
        for (int row = 0; row < block.size(); row++) {
            highest = Math.max(highest, block.timestamp(row));
            restore(lookUp.record(row), block.timestamp(row), logged.get(row));
        }
        return highest;
    }

    /**
     * A value.
     *
     * @param place of its state in the operator
     * @param value null if it was deleted
     */
    private record Logged(int place, @Nullable Object value) {}

    private Logged read(Block block, int row, DataInputDeserializer payload) throws IOException {
        int place = payload.readUnsignedByte();
        boolean deleted = FragmentKind.has(block.kind(row), FragmentKind.DELETED);
        return new Logged(place, deleted ? null : valueSerializers.get(place).deserialize(payload));
    }

    @SuppressWarnings("unchecked") // the operator's value type is that of its states
    private void restore(CachedRecord<K, V> record, long timestamp, Logged logged) {
        if (valueSerializers.size() == 1) {
            participant.restore(record, timestamp, (V) logged.value);
            return;
        }
        V installed = record.installed();
        KeyValues values =
                installed == null ? new KeyValues(valueSerializers.size()) : (KeyValues) installed;
        if (values.restore(logged.place, timestamp, logged.value)) {
            participant.restore(record, timestamp, (V) values);
            cache.markDirty(record); // also if the value of another state is newer
        }
    }
}
