/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;

/**
 * Names a record of an operator whose states are partitioned: what one of its states has for a key,
 * or the partition itself, which has no value, but is what attempts hold and wait for.
 */
@Internal
public final class RecordKey {
    private static final int THE_PARTITION = -1;
    private static final int FACTOR = 31;

    private final Object partition;
    private final int place;
    private final Object key;

    private RecordKey(Object partition, int place, Object key) {
        this.partition = partition;
        this.place = place;
        this.key = key;
    }

    static RecordKey ofPartition(Object partition) {
        return new RecordKey(partition, THE_PARTITION, partition);
    }

    /**
     * @param place of the state in the operator
     * @param key of the record in the state
     */
    static RecordKey of(Object partition, int place, Object key) {
        return new RecordKey(partition, place, key);
    }

    /** The record that has what another state of the operator holds for the same key. */
    RecordKey at(int otherPlace) {
        return new RecordKey(partition, otherPlace, key);
    }

    public Object partition() {
        return partition;
    }

    boolean isPartition() {
        return place == THE_PARTITION;
    }

    /** Whether this is what a state has for an integer. */
    public boolean isOfInteger() {
        return key.getClass() == Integer.class && place != THE_PARTITION;
    }

    /** Of the state in the operator. */
    public int place() {
        return place;
    }

    public Object key() {
        return key;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordKey that
                && place == that.place
                && key.equals(that.key)
                && partition.equals(that.partition);
    }

    /** Depends on nothing that changes when the program is another one. */
    @Override
    public int hashCode() {
        return FACTOR * place + key.hashCode();
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
