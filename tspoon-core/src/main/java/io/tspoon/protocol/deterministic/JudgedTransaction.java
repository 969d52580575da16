/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.Timestamps;

import org.jspecify.annotations.Nullable;

/**
 * The part of a transaction that is at one participant, from its turn until it is settled. {@link
 * TransactionRing} uses each object again.
 */
final class JudgedTransaction<K, V, A> {
    long id = Timestamps.NONE;
    int coordinator;

    /** By what its coordinator finds it. */
    int slot;

    /** Number of its participants if it is conditional, else 0. */
    int instances;

    /** Where it is in the ring. */
    long position;

    /** Its first entry; the others follow in the order of emission. */
    @Nullable ChainEntry<K, V, A> first;

    /** How many of its accesses here fail, and how many throw an exception. */
    int failing;

    int throwing;

    /** Whether what it writes may come to nothing. Else an exception makes none of it void. */
    boolean mayBeVoid;

    /** Whether an access here is not certain. */
    boolean speculative;

    /** What its participants are to assume, by the newest notice. */
    boolean assumedAborted;

    /** What closes were told last. */
    boolean toldObjection;

    boolean toldAborted;

    /** Whether a value that an access here sees has changed since it ran. */
    boolean stale;

    void begin(long ofId, int ofCoordinator, int inSlot, int atInstances) {
        id = ofId;
        coordinator = ofCoordinator;
        slot = inSlot;
        instances = atInstances;
        first = null;
        failing = 0;
        throwing = 0;
        mayBeVoid = false;
        speculative = false;
        assumedAborted = false;
        toldObjection = false;
        toldAborted = false;
        stale = false;
    }

    boolean isConditional() {
        return instances > 0;
    }

    /** Whether nothing that it writes here counts, as far as is known. */
    boolean isVoid() {
        return mayBeVoid && (failing > 0 || throwing > 0 || assumedAborted);
    }
}
