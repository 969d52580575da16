/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/** A block for an instance of a stateful operator. */
@Internal
public sealed interface ToParticipant permits CoordinatorToParticipant, ParticipantToParticipant {
    /** Who gets such blocks. */
    interface Receiver {
        void received(CoordinatorToParticipant block) throws Exception;

        void received(ParticipantToParticipant block) throws Exception;
    }

    /** Calls the method of the receiver that is for this block. */
    void deliverTo(Receiver receiver) throws Exception;

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

    /** See {@link Block#release}. */
    void release();
}
