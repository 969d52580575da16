/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Vote;

/**
 * The kind of a fragment: two bytes of bits. On its way to the close operator:
 *
 * <pre>
 *  bit   meaning                                payload, in this order
 *  0-1   vote, ordinal of {@link Vote}          abort: the reason
 *  2     the sender holds something
 *  3     a value was written                    key, then value unless deleted; if the operator has
 *                                               several states, {@link KeyValues}
 *  4     the write deletes the key
 *  5     an element leaves the t-graph          element, unless bit 6
 *  6     the element is the written value
 *  7     the attempt wrote the key before
 *  8     the attempt depends on another one       its slot and timestamp, before all else
 *  9     from open: an input of an earlier run came       its identity
 *  10    retry: a function failed on what derives from a tentative version
 * </pre>
 *
 * On its way to a participant, where the payload is the element:
 *
 * <pre>
 *  10    the element derives from a tentative version
 * </pre>
 */
public final class FragmentKind {
    public static final int HELD = 1 << 2;
    public static final int WRITTEN = 1 << 3;
    public static final int DELETED = 1 << 4;
    public static final int ELEMENT = 1 << 5;
    public static final int ELEMENT_IS_VALUE = 1 << 6;
    public static final int REWRITTEN = 1 << 7;
    public static final int DEPENDENT = 1 << 8;

    public static final int CLAIM = 1 << 9;
    public static final int SPECULATIVE = 1 << 10;

    private static final int VOTE_MASK = 3;
    private static final Vote[] VOTES = Vote.values();

    private FragmentKind() {}

    public static Vote vote(int kind) {
        return VOTES[kind & VOTE_MASK];
    }

    public static int of(Vote vote) {
        return vote.ordinal();
    }

    public static boolean has(int kind, int bit) {
        return (kind & bit) != 0;
    }
}
