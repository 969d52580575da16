/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * Says whether accesses at one participant may see tentative versions.
 *
 * <p>A version that was seen and then dropped costs the repetition of all that have seen it. So
 * they may as long as it pays: a version that was seen and committed earns credit, one that was
 * dropped costs as much as three of those earn. Without credit none are seen before a number of
 * commits. A refused attempt takes along all of its round that have seen what it wrote, so there is
 * credit for many of them.
 *
 * <p>Confined to the thread of the participant.
 */
final class Speculation {
    /** So many commits have to follow when the credit is used up. */
    static final int PAUSE = 256;

    /** So many versions may be dropped at once, after a long time in which none were. */
    static final int ALLOWED_DROPS = 1_024;

    private static final int COST = 3;
    private static final int MOST = COST * ALLOWED_DROPS;

    private int credit = MOST;
    private int commitsToWait;

    /** Whether tentative versions may be seen now. */
    boolean isAllowed() {
        return commitsToWait == 0;
    }

    /** A version is installed. */
    void committed(boolean wasSeen) {
        if (commitsToWait > 0) {
            commitsToWait--;
        }
        if (wasSeen && credit < MOST) {
            credit++;
        }
    }

    /** A version that was seen is dropped. */
    void dropped() {
        credit = Math.max(0, credit - COST);
        if (credit == 0) {
            commitsToWait = PAUSE;
        }
    }
}
