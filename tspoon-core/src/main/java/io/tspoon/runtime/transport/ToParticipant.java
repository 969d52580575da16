/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/** A block for an instance of a stateful operator. */
@Internal
public sealed interface ToParticipant permits AttemptsToParticipant, LoaderToParticipant {
    /** Who gets such blocks. */
    interface Receiver {
        void received(CoordinatorToParticipant block) throws Exception;

        void received(ParticipantToParticipant block) throws Exception;

        void received(LoaderToParticipant block) throws Exception;
    }

    /** Calls the method of the receiver that is for this block. */
    void deliverTo(Receiver receiver) throws Exception;

    /** See {@link Block#release}. */
    void release();
}
