/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.transaction.AccessMode;

/**
 * One access of a scripted transaction. Gates are named; the empty name is no gate.
 *
 * @param transaction name of the transaction
 * @param number of the access in the transaction
 * @param mode READ; WRITE of the amount; UPDATE by the amount
 * @param key the key
 * @param amount what is written or added
 * @param entrance gate that the access has to pass before it reaches the state
 * @param inside gate in the function that accesses the state: holds up the whole instance
 * @param exit gate after the access, which holds the attempt undecided
 * @param aborts whether the transaction aborts once its last gate is passed
 */
public record Operation(
        String transaction,
        int number,
        AccessMode mode,
        String key,
        long amount,
        String entrance,
        String inside,
        String exit,
        boolean aborts) {
    static final String NO_GATE = "";

    static Operation of(String transaction, int number, AccessMode mode, String key, long amount) {
        return new Operation(
                transaction, number, mode, key, amount, NO_GATE, NO_GATE, NO_GATE, false);
    }

    /** The same access in another transaction, of which it is the only one. */
    Operation aloneIn(String other) {
        return new Operation(other, 0, mode, key, amount, entrance, inside, exit, aborts);
    }

    Operation behind(String gate) {
        return new Operation(transaction, number, mode, key, amount, gate, inside, exit, aborts);
    }

    Operation heldInside(String gate) {
        return new Operation(transaction, number, mode, key, amount, entrance, gate, exit, aborts);
    }

    Operation abortedInside(String gate) {
        return new Operation(transaction, number, mode, key, amount, entrance, gate, exit, true);
    }

    Operation heldAfter(String gate, boolean thenAborts) {
        return new Operation(
                transaction, number, mode, key, amount, entrance, inside, gate, thenAborts);
    }

    /** Whether the access goes straight to its key. */
    public boolean isDirect() {
        return entrance.isEmpty();
    }

    /** Whether what the access emits goes straight into the result. */
    public boolean isLast() {
        return exit.isEmpty();
    }

    /** Whether a gate stands in the way of the access or of the decision. */
    boolean isGated() {
        return !(entrance.isEmpty() && inside.isEmpty() && exit.isEmpty());
    }
}
