/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.Map;

/** Executes events one after the other. */
@FunctionalInterface
interface Oracle {
    Expected execute(long number);

    /**
     * What the result of an event must say.
     *
     * @param committed or else aborted
     * @param answer the sum of what its accesses say; 0 if aborted
     * @param updates new values by {@link #name}; empty if aborted
     */
    record Expected(boolean committed, long answer, Map<String, Object> updates) {
        static final Expected ABORTED = new Expected(false, 0, Map.of());

        /**
         * @param answer {@link Answer#REJECTED} if it was aborted
         */
        static Expected of(long answer, Map<String, Object> updates) {
            return answer == Answer.REJECTED ? ABORTED : new Expected(true, answer, updates);
        }
    }

    /** Name of a key of a state. */
    static String name(String state, Object key) {
        return state + "/" + key;
    }
}
