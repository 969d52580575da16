/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What accesses do. It may run several times for one access; the last run counts.
 *
 * <p>The same access and the same value must have the same effect, whenever it runs. It must not
 * call the participant that runs it, nor change the value that it is given.
 *
 * @param <V> value type; null stands for "no value"
 * @param <A> an access as its owner knows it, with its element and with what its last run has read,
 *     written and emitted
 */
@Internal
@FunctionalInterface
public interface AccessFunction<V, A> {
    /**
     * Runs an access.
     *
     * @param below the value that the access sees; null also if it does not read
     * @param own whether an earlier access of its transaction has written that value
     * @param effect what the access does
     * @throws Exception of the user's function: fails the job if what the access sees is final
     */
    void run(A access, @Nullable V below, boolean own, Effect<V> effect) throws Exception;

    /** The access is about to run, perhaps not for the last time. */
    default void keep(A access) {}

    /**
     * The access does not run, because an earlier one of its transaction to the key fails, so that
     * it would see a value that lacks what that one would have written.
     */
    default void skip(A access) {}
}
