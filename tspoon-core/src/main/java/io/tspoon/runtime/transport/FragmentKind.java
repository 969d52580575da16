/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Vote;

/**
 * The kind of a fragment: two bytes of bits. Nobody outside this package knows them: {@link
 * FragmentDraft} says what a fragment is, and {@link FragmentCursor} what it was. On its way to the
 * close operator:
 *
 * <pre>
 *  bit   meaning                                payload, in this order
 *  0-1   vote: commit, abort, retry             abort: the reason
 *  2     the sender holds something
 *  3     a value was written                    key, then value unless deleted; if the operator has
 *                                               several states, {@code KeyValues}
 *  4     the write deletes the key
 *  5     an element leaves the t-graph          element, unless bit 6
 *  6     the element is the written value
 *  7     the attempt wrote the key before
 *  8     the attempt depends on another one       its slot and timestamp, before all else
 *  9     from open: an input of an earlier run came       its identity
 *  10    with retry: {@link Vote#RETRY_LATER}
 *  11    the value of a key, for a function in open  its {@code ExchangedValue}
 *  12    with abort: of its element of a batch alone, so the vote is for the commit
 *  15    news of a chain, see below
 * </pre>
 *
 * <p>A row with news of a chain ({@link io.tspoon.protocol.deterministic}) has no payload and no
 * weight:
 *
 * <pre>
 *  0-12  of an objection: number of participants
 *  13-14 objection, withdrawal, applied an abort, applied a commit
 *  15    set
 * </pre>
 *
 * On its way to a participant, where the payload is the element:
 *
 * <pre>
 *  9     it is the last of its attempt: everybody else has voted for the commit
 *  10    the element derives from a tentative version
 *  14    an exception aborts the transaction, and not the job
 *  15    the transaction must not trigger any
 * </pre>
 *
 * or, if accesses are executed in chains:
 *
 * <pre>
 *  0-12  number of participants of the transaction if it may fail; else 0
 *  13    the access may fail
 *  14    an exception aborts the transaction, and not the job
 *  15    the transaction must not trigger any
 * </pre>
 */
final class FragmentKind {
    /** A vote for the commit, by somebody who holds nothing and says nothing else. */
    static final int PLAIN = 0;

    static final int HELD = 1 << 2;
    static final int WRITTEN = 1 << 3;
    static final int DELETED = 1 << 4;
    static final int ELEMENT = 1 << 5;
    static final int ELEMENT_IS_VALUE = 1 << 6;
    static final int REWRITTEN = 1 << 7;
    static final int DEPENDENT = 1 << 8;
    static final int CLAIM = 1 << 9;
    static final int LAST = 1 << 9;
    static final int SPECULATIVE = 1 << 10;
    static final int ANSWER = 1 << 11;
    static final int REJECTION = 1 << 12;

    static final int NEWS = 1 << 15;
    static final int MAY_FAIL = 1 << 13;
    static final int GUARDED = 1 << 14;
    static final int DEEPEST = 1 << 15;

    /** The highest number of participants of a transaction in chains. */
    static final int INSTANCES_MASK = (1 << 13) - 1;

    private static final int NEWS_SHIFT = 13;

    private static final ChainNews[] NEWS_TYPES = ChainNews.values();

    private static final int VOTE_MASK = 3;

    /** By vote. */
    private static final int[] KINDS = {0, 1, 2, 2 | SPECULATIVE};

    private static final Vote[] VOTES = Vote.values();

    private FragmentKind() {}

    static Vote vote(int kind) {
        int vote = kind & VOTE_MASK;
        return vote == KINDS[Vote.RETRY.ordinal()] && has(kind, SPECULATIVE)
                ? Vote.RETRY_LATER
                : VOTES[vote];
    }

    static int of(ChainNews news, int instances) {
        return NEWS | news.ordinal() << NEWS_SHIFT | instances;
    }

    static ChainNews news(int kind) {
        return NEWS_TYPES[kind >>> NEWS_SHIFT & NEWS_TYPES.length - 1];
    }

    static int of(Vote vote) {
        return KINDS[vote.ordinal()];
    }

    static boolean has(int kind, int bit) {
        return (kind & bit) != 0;
    }
}
