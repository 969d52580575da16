/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.Map;
import java.util.function.Function;

/**
 * Says whether what was found in the states after a run can be: the input is made once more. Of the
 * serial order only the application knows something; the results of a timed run say no more than
 * which events were committed.
 */
interface FinalState {
    /** Adds an event; those of a source subtask in their order. */
    void add(long number, boolean committed);

    /** Fails if what was found cannot be, when all events are added. */
    void check();

    /**
     * What was found, by {@link Oracle#name}, and how to fail.
     *
     * @param values value of each key that was asked for
     * @param failure makes the exception for a reason
     */
    record Found(Map<String, Object> values, Function<String, RuntimeException> failure) {
        /** Fails if a value is another one. */
        void check(String name, Object expected) {
            if (!expected.equals(values.get(name))) {
                throw differs(name, expected);
            }
        }

        RuntimeException differs(String name, Object expected) {
            return failure.apply(
                    "a record is not what the events leave, record="
                            + name
                            + ", found="
                            + values.get(name)
                            + ", expected="
                            + expected);
        }
    }
}
