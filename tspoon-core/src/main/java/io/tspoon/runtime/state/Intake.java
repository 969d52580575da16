/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.transport.ToParticipant;

/**
 * Takes the fragments that arrive at an instance of a stateful operator, and hands them on in the
 * order of the t-graph's sequencing. Confined to the mailbox thread.
 */
interface Intake {
    /** Takes the fragments of a block, and processes those whose turn it is. */
    void arrived(ToParticipant block) throws Exception;

    /** The block is not needed any more, except for fragments that still wait. */
    void release(ToParticipant block);

    /** What later participants are promised: up to there nothing more will be sent on. */
    long promise();

    /** A coordinator had ended when the snapshot was taken from which the job was restored. */
    void ended(int coordinator);

    /** The number of blocks that still wait, plus that of accesses that waited. */
    int held();

    /** The number of blocks that still wait. */
    int heldBack();
}
