/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.ParticipantToClose;

/**
 * What may be shown of transactions in chains, as one instance of a stateful operator knows it.
 * Confined to the mailbox thread.
 */
interface ChainShown {
    /** A coordinator says how far it is. */
    void heard(CoordinatorToParticipant block);

    /** A coordinator has left. */
    void left(int coordinator);

    /**
     * Puts into the header of a block what its coordinator waits for.
     *
     * @return whether it must be told even if the block has no content
     */
    boolean tells(ParticipantToClose block, int coordinator);

    /** Everything that was written has been sent: asks coordinators for what others wait for. */
    void sent();
}
