/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.regime.Sequencing;

/**
 * How a coordinator lets participants know how far it is when it has no round to send. Confined to
 * the mailbox thread.
 */
interface Presence {
    /** What the sequencing asks for. */
    static Presence of(
            Sequencing sequencing, RoundSender sender, Deadline deadline, GreetingWatch greetings) {
        return sequencing.promises()
                ? new PromisingPresence(sender, deadline, greetings)
                : new ConstantPresence(sender);
    }

    /**
     * News have come.
     *
     * @param highestTimestamp that any participant has seen
     */
    void heard(long highestTimestamp);

    /**
     * It is time to say something.
     *
     * @param idle whether nothing is in flight and nothing has entered since the last time
     */
    void heartbeat(boolean idle);

    /** Nothing is in flight, and a barrier or the end follows. */
    void quiesced();
}
