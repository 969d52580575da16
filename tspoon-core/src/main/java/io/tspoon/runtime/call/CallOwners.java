/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;
import io.tspoon.flink.operator.KeyGroups;

/**
 * Which coordinator owns a call: that of the key group of its key, as of a key of a state. So the
 * owner of a call follows from the number of coordinators alone, also after a change of that, of
 * the isolation level, or of the inputs: outcomes would not be found any more if the coordinator
 * that gets the whole input owned all calls.
 *
 * @param parallelism number of coordinators
 * @param maxParallelism number of key groups
 */
record CallOwners(int parallelism, int maxParallelism) {
    private static final char SEPARATOR = '/';

    /** The call's name in the coordinator's state. */
    static String name(CallKey key) {
        return key.procedure() + SEPARATOR + key.transactionKey();
    }

    /** The key group of a call of this name. */
    int keyGroup(String name) {
        return KeyGroups.groupOf(name, maxParallelism);
    }

    int owner(CallKey key) {
        return KeyGroups.ownerOf(keyGroup(name(key)), maxParallelism, parallelism);
    }
}
