/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

/** What {@link CallSimulation} can be made to do wrong, so that its checks are seen to find it. */
enum CallFault {
    NONE,
    /** A call begins while a barrier waits for what is in flight. */
    ADMITS_IN_QUIESCENCE,
    /** With a log, an outcome is told before it is durable. */
    ANSWERS_BEFORE_DURABLE,
    /** Outcomes of aborted calls are not retained. */
    FORGETS_ABORTS,
    /** A place becomes free, and a barrier passes, before the outcome is retained. */
    FREES_BEFORE_STORING,
    /** A coordinator retains the calls of the log that it reads, whoever owns them. */
    REPLAYS_TO_WRONG_OWNER,
    /** Calls that a log holds are forgotten at a recovery. */
    FORGETS_THE_LOG,
    /** A checkpoint makes outcomes durable that came after its barrier. */
    DURABLE_WITH_EARLIER_CHECKPOINT,
    /** Equal keys of two procedures are taken for each other. */
    MIXES_PROCEDURES,
    /** A key that belongs to another request is answered with that one's outcome. */
    REUSES_KEY_OF_OTHER_REQUEST,
    /** Calls begin before the recovery is over. */
    BEGINS_BEFORE_RECOVERY
}
