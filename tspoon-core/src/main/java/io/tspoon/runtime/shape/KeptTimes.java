/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.transaction.Timers;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/** What the accesses of an operator keep of times, beside the values of its states. */
interface KeptTimes {
    /** Nothing. */
    KeptTimes NONE =
            new KeptTimes() {
                @Override
                public void written(KeyValues values, int place) {}

                @Override
                public Timers timers(
                        UserFunctionAccess<?, ?> access,
                        int place,
                        Supplier<@Nullable KeyValues> read,
                        Supplier<KeyValues> toWrite) {
                    throw KeyTimers.undeclared(access);
                }
            };

    /** The value of a state was written or deleted. */
    void written(KeyValues values, int place);

    /**
     * The timers of the key in a state.
     *
     * @param access to the state
     * @param place of the state
     * @param read gives what the attempt sees
     * @param toWrite gives it for being written to
     */
    Timers timers(
            UserFunctionAccess<?, ?> access,
            int place,
            Supplier<@Nullable KeyValues> read,
            Supplier<KeyValues> toWrite);
}
