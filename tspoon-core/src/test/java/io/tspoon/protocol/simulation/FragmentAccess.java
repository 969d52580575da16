/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.RecordWrites;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** An access that knows its fragment, to go on with it. */
final class FragmentAccess extends Access<Integer, Value> {
    private Message.@Nullable Fragment fragment;
    private @Nullable RecordWrites<Integer, Value> writes;

    /**
     * Begins.
     *
     * @param mode in which something is held
     * @param within takes what is written to the keys of the partition that is held; null if a key
     *     is
     */
    void prepare(
            Message.Fragment next, AccessMode mode, @Nullable RecordWrites<Integer, Value> within) {
        fragment = next;
        writes = within;
        Message.AttemptName attempt = next.attempt();
        prepare(attempt.coordinator(), attempt.slot(), attempt.timestamp(), mode);
        if (next.speculative()) {
            speculate();
        }
    }

    @Override
    protected @Nullable RecordWrites<Integer, Value> within() {
        return writes;
    }

    /** The key of the element; what is held is another question. */
    int ofKey() {
        return fragment().element().location().key();
    }

    Message.Fragment fragment() {
        return Objects.requireNonNull(fragment);
    }

    /** Whose value was read and is not decided yet; null if there is none. */
    Message.@Nullable AttemptName source() {
        return isDependent()
                ? new Message.AttemptName(coordinator(), sourceSlot(), sourceTimestamp())
                : null;
    }
}
