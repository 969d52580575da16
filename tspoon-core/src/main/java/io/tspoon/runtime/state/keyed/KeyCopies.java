/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ThroughBytes;

import java.io.IOException;

/**
 * Copies keys as snapshots, logs and the network do, through their bytes, and checks that a key and
 * its copy are the same key. Values are found by copies of the keys that they were stored with.
 *
 * <p>Confined to one thread.
 */
final class KeyCopies<K> {
    private final String state;
    private final String keyType;
    private final RecordSpace<K> records;
    private final ThroughBytes copier = new ThroughBytes();

    KeyCopies(StateOperatorPlan<?, K, ?, ?> plan) {
        this.state = plan.name();
        this.keyType = plan.records().flinkKeyType().toString();
        this.records = plan.records();
    }

    /**
     * A copy of a key.
     *
     * @throws IllegalStateException if the copy is another key
     */
    K copy(K key) throws IOException {
        K copy = records.copy(key, copier);
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
