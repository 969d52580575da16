/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.shape.StateOperatorPlan;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.util.Set;

/**
 * Copies keys as snapshots, logs and the network do, through their bytes, and checks that a key and
 * its copy are the same key. Values are found by copies of the keys that they were stored with.
 *
 * <p>Confined to one thread.
 */
final class KeyCopies<K> {
    private static final int INITIAL_BYTES = 64;

    /** The types of which Java's documentation says how their hash codes are computed. */
    private static final Set<Class<?>> FIXED =
            Set.of(
                    String.class,
                    Character.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);

    private final String state;
    private final String keyType;
    private final TypeSerializer<K> serializer;
    private final DataOutputSerializer written = new DataOutputSerializer(INITIAL_BYTES);
    private final DataInputDeserializer read = new DataInputDeserializer();

    KeyCopies(StateOperatorPlan<?, K, ?, ?> plan) {
        this.state = plan.name();
        this.keyType = plan.keyType().toString();
        this.serializer = plan.keySerializer();
    }

    /** Whether keys of the type have the same hash code in all runs and versions. */
    static boolean haveFixedHashCode(StateOperatorPlan<?, ?, ?, ?> plan) {
        return FIXED.contains(plan.keyType().getTypeClass());
    }

    /**
     * A copy of a key.
     *
     * @throws IllegalStateException if the copy is another key
     */
    K copy(K key) throws IOException {
        written.clear();
        serializer.serialize(key, written);
        read.setBuffer(written.getSharedBuffer(), 0, written.length());
        K copy = serializer.deserialize(read);
        if (copy.hashCode() != key.hashCode() || !copy.equals(key) || !key.equals(copy)) {
            throw new IllegalStateException(
                    "[TSP-2209] Cannot use key: a copy of it, as it comes from a snapshot, is"
                            + " another key, so its value would be lost, state="
                            + state
                            + describe(key)
                            + ", hashCode="
                            + key.hashCode()
                            + ", copy="
                            + copy
                            + ", copyHashCode="
                            + copy.hashCode()
                            + ". Its hashCode and equals must depend on nothing but its value: not"
                            + " on the object, on what is not written, or on the class that holds"
                            + " a text (Avro has String and Utf8: make all texts of the key one of"
                            + " them, String by avro.java.string). Correct them, or use a String,"
                            + " a Long, or a record of such as key.");
        }
        return copy;
    }

    /** Type and key, for messages. */
    String describe(K key) {
        return ", keyType=" + keyType + ", key=" + key;
    }
}
