/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/** A block of attempts for an instance of a stateful operator. */
@Internal
public sealed interface AttemptsToParticipant extends ToParticipant
        permits CoordinatorToParticipant, ParticipantToParticipant {
    FragmentRows fragments();

    /** The sender will send nothing more with a timestamp up to this one; used at PL4. */
    long promise();

    /** Whether the sender has promised nothing before, as it joins with this block. */
    boolean joins();

    /**
     * Index of the sender among all that send to participants: coordinators come first.
     *
     * @param ofCoordinators how many coordinators there are
     */
    int source(int ofCoordinators);
}
