/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.apache.flink.annotation.Internal;

/**
 * Decides whether the accesses at one participant may see tentative versions of their own
 * coordinator.
 *
 * <p>If a version is dropped after it was seen, every attempt that has seen it must be repeated. So
 * versions may be seen only while it pays: a version that was seen and committed earns one credit,
 * a version that was seen and dropped costs three. When no credit is left, no tentative version is
 * seen until a number of commits has followed. The credit suffices for many drops, because a
 * refused attempt takes along all attempts of its round that have seen its writes (ADR 0021).
 *
 * <p>Confined to the thread of the participant.
 */
@Internal
public final class Speculation {
    /** The number of drops that use up the full credit. */
    static final int DROPS = 1_024;

    /** The number of commits, as {@link #committed} counts them, before versions are seen again. */
    static final int PAUSE = 256;

    private static final int COST = 3;

    private final int most;
    private final int pause;
    private int credit;
    private int commitsToWait;

    private Speculation(int drops, int pause) {
        this.most = COST * drops;
        this.pause = pause;
        this.credit = most;
    }

    /** Creates an instance that allows it while it pays. */
    public static Speculation whileItPays() {
        return whileItPays(DROPS, PAUSE);
    }

    /**
     * Creates an instance that allows it while it pays.
     *
     * @param drops number of drops that use up the full credit
     * @param pause number of commits that must follow before it is allowed again
     */
    public static Speculation whileItPays(int drops, int pause) {
        return new Speculation(drops, pause);
    }

    /** Whether tentative versions may be seen now. */
    boolean isAllowed() {
        return commitsToWait == 0;
    }

    /** A hold of a committing attempt was released, or a version was installed without a hold. */
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
