/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.shape.RecordContext;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;

import org.apache.flink.api.common.TaskInfo;

/**
 * Looks up whether the value of a key that is in Flink's keyed state is found there.
 *
 * <p>Flink stores a value under the key group that it computes from the hash code of its key, and
 * on the heap in a hash table. A restore puts each value where it was. If the key has another hash
 * code by then, nothing finds it any more, and the key seems to have no value.
 *
 * <p>Confined to the mailbox thread.
 */
final class KeyLookUp<K> {
    private final StateOperatorPlan<?, K, ?, ?> plan;
    private final RecordContext<K> context;
    private final StoredValues<?> values;
    private final Owners owners;
    private final int instance;
    private final KeyCopies<K> copies;

    KeyLookUp(
            StateOperatorPlan<?, K, ?, ?> plan,
            RecordContext<K> context,
            StoredValues<?> values,
            TaskInfo task) {
        this.plan = plan;
        this.context = context;
        this.values = values;
        this.owners = plan.router().owners(task);
        this.instance = task.getIndexOfThisSubtask();
        this.copies = new KeyCopies<>(plan);
    }

    /**
     * The key as a program will have it, in which nothing is kept of what a restore made of it.
     *
     * @param place place of its state in the operator
     * @throws IllegalStateException if it is another key, or belongs to another instance
     */
    K copy(K stored, int place) throws Exception {
        K key = copies.copy(stored);
        int owner = owners.ownerOf(plan.records().flinkKey(key));
        if (owner != instance) {
            throw lost(stored, place, ", owner=" + owner + ", instance=" + instance);
        }
        return key;
    }

    /** The key of Flink's keyed state. */
    Object flinkKey(K key) {
        return plan.records().flinkKey(key);
    }

    /** Whether the key has a value in the keyed state. */
    boolean finds(K key, int place) throws Exception {
        context.set(key);
        return values.read(place) != null;
    }

    /** The refusal of a key whose value is not found. */
    IllegalStateException lost(K stored, int place) {
        return lost(stored, place, "");
    }

    private IllegalStateException lost(K stored, int place, String more) {
        return new IllegalStateException(
                "[TSP-2210] Cannot restore state: a key has another hash code now than when it was"
                        + " written, so its value would not be found, state="
                        + plan.states().get(place).name()
                        + copies.describe(stored)
                        + ", hashCode="
                        + stored.hashCode()
                        + more
                        + ". The hashCode of its type, or of a type in it, has changed with a"
                        + " version of the program, of a library (as that of Avro's Utf8 did) or"
                        + " of Java, or depends on more than the value. Start from this snapshot"
                        + " with the versions that wrote it. To go on with others, first make the"
                        + " key a String, a Long, or a record of such, give the state another name,"
                        + " and fill it.");
    }
}
