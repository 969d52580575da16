/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.read.ChainStatus;
import io.tspoon.runtime.transport.AttemptsToParticipant;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.ParticipantToClose;

import org.jspecify.annotations.Nullable;

/**
 * Takes what arrives at an instance of a stateful operator: what coordinators have decided, and
 * fragments, which it hands on in the order of the t-graph's sequencing to what executes them.
 * Confined to the mailbox thread.
 */
interface Intake extends AutoCloseable {
    /** Applies what a coordinator says of earlier transactions. */
    void heard(CoordinatorToParticipant block) throws Exception;

    /** Up to where a coordinator says that what rests on it may be shown. */
    long shownUpTo(CoordinatorToParticipant block);

    /** Takes the fragments of a block, and processes those whose turn it is. */
    void arrived(AttemptsToParticipant block) throws Exception;

    /** The block is not needed any more, except for fragments that still wait. */
    void release(AttemptsToParticipant block);

    /** What later participants are promised: up to there nothing more will be sent on. */
    long promise();

    /**
     * Puts into the header of a block what a coordinator is to know of this instance.
     *
     * @return whether it must be told even if the block has no content
     */
    boolean tells(ParticipantToClose block, int coordinator);

    /** Everything that was written has been sent. */
    void sent();

    /** A coordinator had ended when the snapshot was taken from which the job was restored. */
    void ended(int coordinator);

    /** The number of accesses that are not over here. */
    int held();

    /** The number of accesses that wait for decisions. */
    int waiting();

    /** The number of blocks with fragments that still wait for their turn. */
    int heldBack();

    /** What accesses in chains do here, for any thread; null if there are none. */
    default @Nullable ChainStatus chains() {
        return null;
    }

    /** The number of blocks that still wait, plus that of accesses that waited. */
    int ordered();
}
