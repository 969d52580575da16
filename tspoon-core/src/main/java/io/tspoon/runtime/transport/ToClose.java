/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/** A block for a close operator. */
@Internal
public sealed interface ToClose permits CoordinatorToClose, ParticipantToClose {
    /** Who gets such blocks. */
    interface Receiver {
        void received(CoordinatorToClose block) throws IOException;

        void received(ParticipantToClose block) throws IOException;
    }

    /** Calls the method of the receiver that is for this block. */
    void deliverTo(Receiver receiver) throws IOException;

    /** See {@link Block#release}. */
    void release();
}
