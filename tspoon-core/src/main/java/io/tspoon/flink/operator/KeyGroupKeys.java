/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Integers that stand for key groups in an operator's keyed state. */
final class KeyGroupKeys {
    private final int[] keys;

    private KeyGroupKeys(int[] keys) {
        this.keys = keys;
    }

    /**
     * @param groups number of all key groups
     */
    static KeyGroupKeys of(int groups) {
        int[] keys = new int[groups];
        boolean[] known = new boolean[groups];
        int left = groups;
        for (int key = 0; left > 0; key++) {
            int group = KeyGroupRangeAssignment.assignToKeyGroup(key, groups);
            if (!known[group]) {
                known[group] = true;
                keys[group] = key;
                left--;
            }
        }
        return new KeyGroupKeys(keys);
    }

    /** A key that lies in a key group. */
    int keyOf(int group) {
        return keys[group];
    }

    int groupOf(int key) {
        return KeyGroupRangeAssignment.assignToKeyGroup(key, keys.length);
    }
}
