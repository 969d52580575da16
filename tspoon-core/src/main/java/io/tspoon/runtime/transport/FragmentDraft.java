/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Vote;

import org.apache.flink.annotation.Internal;

/**
 * Says what a fragment is before it is appended to a block. One draft serves for one fragment after
 * the other. Confined to one thread.
 */
@Internal
public final class FragmentDraft {
    private int kind;

    /**
     * Begins a fragment for a stateful operator.
     *
     * @param speculative whether it may derive from a tentative version
     * @param guarded whether an exception aborts its transaction, and not the job
     * @param deepest whether its transaction must not trigger any
     */
    public FragmentDraft toState(boolean speculative, boolean guarded, boolean deepest) {
        kind =
                (speculative ? FragmentKind.SPECULATIVE : FragmentKind.PLAIN)
                        | (guarded ? FragmentKind.GUARDED : 0)
                        | (deepest ? FragmentKind.DEEPEST : 0);
        return this;
    }

    /** Begins a fragment for the close operator that carries an element out of the t-graph. */
    public FragmentDraft element() {
        kind = FragmentKind.ELEMENT;
        return this;
    }

    /** Begins a fragment for the close operator that carries a value for the open operator. */
    public FragmentDraft answer() {
        kind = FragmentKind.ANSWER;
        return this;
    }

    /**
     * Begins a report to the close operator.
     *
     * @param held whether the decision has to come back to the sender
     */
    public FragmentDraft report(Vote vote, boolean held) {
        kind = FragmentKind.of(vote) | (held ? FragmentKind.HELD : 0);
        return this;
    }

    /**
     * Begins a report that an element of a batch is rejected, and the batch is not.
     *
     * @param held as above
     */
    public FragmentDraft rejection(boolean held) {
        report(Vote.ABORT, held);
        kind |= FragmentKind.REJECTION;
        return this;
    }

    /** The report begins with the slot and the timestamp of an attempt that this one depends on. */
    public FragmentDraft dependent() {
        kind |= FragmentKind.DEPENDENT;
        return this;
    }

    /**
     * The report contains a write.
     *
     * @param again whether the attempt wrote the key before
     */
    public FragmentDraft write(boolean again) {
        kind |= FragmentKind.WRITTEN | (again ? FragmentKind.REWRITTEN : 0);
        return this;
    }

    /** The write deletes the key, so there is no value. */
    public FragmentDraft deletion() {
        kind |= FragmentKind.DELETED;
        return this;
    }

    int kind() {
        return kind;
    }
}
