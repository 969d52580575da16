/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.HeldHorizon;
import io.tspoon.runtime.transport.Awaited;

/**
 * Says which participant keeps the horizon of chains from rising, and what that one waits for. A
 * transaction of any other participant may wait for it (ADR 0033). For any thread.
 *
 * @param link to the close operator, which knows
 * @param names of the participants
 */
record HorizonHolder(CoordinatorLink link, ParticipantNames names) {
    /** Instead of a participant: not known, or nobody waits. */
    static final int NOBODY = -1;

    int participant() {
        HeldHorizon held = link.heldHorizon();
        return held == null ? NOBODY : held.participant();
    }

    /** Its name; empty if it is not known, or if transactions are not executed in chains. */
    String name() {
        HeldHorizon held = link.heldHorizon();
        return held == null ? "" : names.of(held.participant());
    }

    /** A sentence for a message; empty if transactions are not executed in chains. */
    String describe() {
        HeldHorizon held = link.heldHorizon();
        return held == null ? "" : describe(held);
    }

    private String describe(HeldHorizon held) {
        return ". All chains wait for "
                + names.of(held.participant())
                + ", which has judged least"
                + whatFor(held.awaited())
                + (held.disputed() == Timestamps.NONE
                        ? ""
                        : "; and for the participants of transaction "
                                + held.disputed()
                                + ", which do not yet agree on its outcome");
    }

    private static String whatFor(int awaited) {
        return switch (awaited) {
            case Awaited.NOTHING -> "";
            case Awaited.DECISIONS -> " and waits until less before the next access may change";
            case Awaited.REPAIR -> " and repeats accesses";
            case Awaited.FUNCTION -> " and waits for a function that has its values";
            case Awaited.FINAL_VALUE ->
                    " and has an access that throws an exception on a value that may change";
            default ->
                    " and, unless a function there holds its thread, waits for a promise of"
                            + " coordinator "
                            + awaited;
        };
    }
}
