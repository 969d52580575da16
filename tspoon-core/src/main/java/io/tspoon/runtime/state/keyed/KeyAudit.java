/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.flink.operator.KeyGroups;
import io.tspoon.flink.operator.KeyScan;

import org.jspecify.annotations.Nullable;

/**
 * Goes through the restored keys of a state that the backend keeps sorted by key group, and checks
 * that each lies in the key group in which it will be looked for.
 *
 * <p>The backend does not say in which group a key lies, but it gives the keys in the order of
 * their groups. So if a key belongs into a lower group than one before it, one of the two lies in a
 * wrong group. That notices nearly every such key among many, costs no look-up, and is not misled
 * by what transactions write or delete meanwhile, as the scan reads the state as of its beginning.
 * Before transactions begin, keys are looked up in addition: the first ones, and one of many.
 *
 * <p>Confined to the mailbox thread.
 */
final class KeyAudit<K> implements AutoCloseable {
    /** The first keys, all of which are looked up. */
    private static final int FIRST_KEYS = 4_096;

    /** Of the keys behind the first ones, one of as many is looked up. */
    private static final int KEYS_PER_LOOK_UP = 16;

    private final KeyScan<K> keys;
    private final KeyGroups groups;
    private final KeyLookUp<K> lookUp;
    private final int place;
    private @Nullable K last;
    private int lastGroup;
    private long checked;

    /**
     * @param keys all keys of the state
     * @param place place of the state in the operator
     */
    KeyAudit(KeyScan<K> keys, KeyGroups groups, KeyLookUp<K> lookUp, int place) {
        this.keys = keys;
        this.groups = groups;
        this.lookUp = lookUp;
        this.place = place;
    }

    /**
     * Continues until a time; returns whether all keys are checked.
     *
     * @param undisturbed whether no transaction has written to the state since the scan began
     * @throws IllegalStateException if the value of a key would not be found
     */
    boolean run(long untilNanos, boolean undisturbed) throws Exception {
        while (keys.hasNext()) {
            K stored = keys.next();
            K key = lookUp.copy(stored, place);
            checkOrder(stored, key);
            boolean isSample = checked < FIRST_KEYS || checked % KEYS_PER_LOOK_UP == 0;
            if (undisturbed && isSample && !lookUp.finds(key, place)) {
                throw lookUp.lost(stored, place);
            }
            checked++;
            if (System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        return true;
    }

    private void checkOrder(K stored, K key) throws Exception {
        int group = groups.groupOf(lookUp.flinkKey(key));
        K before = last;
        if (before != null && group < lastGroup) {
            throw lookUp.lost(lookUp.finds(key, place) ? before : stored, place);
        }
        last = stored;
        lastGroup = group;
    }

    /** The number of keys checked up to now. */
    long checked() {
        return checked;
    }

    int place() {
        return place;
    }

    @Override
    public void close() {
        keys.close();
    }
}
