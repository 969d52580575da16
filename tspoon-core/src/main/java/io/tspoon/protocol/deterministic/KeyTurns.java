/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;

/**
 * The accesses to one key by functions that run elsewhere: each gets the value of the key at its
 * turn, and one that updates has the key until it gives it back. So the functions see final values
 * only, and readers of a key wait as long as it may still be written.
 *
 * <p>A key that nobody has needs no turns. Confined to the thread of the participant.
 *
 * @param <R> a request
 */
@Internal
public final class KeyTurns<R> {
    /** Null until a request has to wait. */
    private @Nullable ArrayDeque<R> waiting;

    private @Nullable R owner;

    /** A request has its turn and updates, so it has the key from now on. */
    public void take(R request) {
        owner = request;
    }

    /** The request that has the key; null if none does. */
    public @Nullable R owner() {
        return owner;
    }

    /** Adds a request, which comes after all others. */
    public void add(R request) {
        if (waiting == null) {
            waiting = new ArrayDeque<>();
        }
        waiting.add(request);
    }

    /** The owner gives the key back. */
    public void giveBack() {
        owner = null;
    }

    /** Removes and returns the request whose turn is next; null if there is none now. */
    public @Nullable R next() {
        return owner == null && waiting != null ? waiting.poll() : null;
    }

    /** Whether nobody has the key or waits for it. */
    public boolean isFree() {
        return owner == null && (waiting == null || waiting.isEmpty());
    }
}
