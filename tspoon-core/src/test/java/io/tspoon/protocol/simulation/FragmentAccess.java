/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Access;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** An access that knows its fragment, to go on with it. */
final class FragmentAccess extends Access<Integer, Value> {
    private Message.@Nullable Fragment fragment;

    void prepare(Message.Fragment next) {
        fragment = next;
        Message.AttemptName attempt = next.attempt();
        prepare(
                attempt.coordinator(),
                attempt.slot(),
                attempt.timestamp(),
                next.element().action().mode());
        if (next.speculative()) {
            speculate();
        }
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
