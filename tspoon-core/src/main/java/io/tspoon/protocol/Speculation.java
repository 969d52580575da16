/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * Says whether accesses at one participant may see tentative versions of their own coordinator.
 *
 * <p>A version that was seen and then dropped costs the repetition of all that have seen it. So
 * they may as long as it pays: one that was seen and committed earns credit, one that was dropped
 * costs as much as three of those earn. Without credit none are seen before a number of commits. A
 * refused attempt takes along all of its round that have seen what it wrote, so there is credit for
 * many of them.
 *
 * <p>Confined to the thread of the participant.
 */
public final class Speculation {
    /** Drops that use up the credit after a long time without any. */
    static final int DROPS = 1_024;

    /** Holds of committed attempts that are released before versions are seen again. */
    static final int PAUSE = 256;

    private static final int COST = 3;

    private final boolean possible;
    private final int most;
    private final int pause;
    private int credit;
    private int commitsToWait;

    private Speculation(boolean possible, int drops, int pause) {
        this.possible = possible;
        this.most = COST * drops;
        this.pause = pause;
        this.credit = most;
    }

    /** They never may. */
    public static Speculation never() {
        return new Speculation(false, 0, 0);
    }

    /** They may as long as it pays. */
    public static Speculation whileItPays() {
        return whileItPays(DROPS, PAUSE);
    }

    /**
     * They may as long as it pays.
     *
     * @param drops that use up the credit
     * @param pause commits that have to follow then
     */
    public static Speculation whileItPays(int drops, int pause) {
        return new Speculation(true, drops, pause);
    }

    /** Whether tentative versions may ever be seen. */
    boolean isPossible() {
        return possible;
    }

    /** Whether tentative versions may be seen now. */
    boolean isAllowed() {
        return possible && commitsToWait == 0;
    }

    /** A hold of an attempt that commits is released, or its version installed without one. */
    void committed(boolean wasSeen) {
        if (commitsToWait > 0) {
            commitsToWait--;
        }
        if (wasSeen && credit < most) {
            credit++;
        }
    }

    /** A version that was seen is dropped. */
    void dropped() {
        credit = Math.max(0, credit - COST);
        if (credit == 0) {
            commitsToWait = pause;
        }
    }
}
