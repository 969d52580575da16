/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.Nullable;

/** The part of a transaction that is at one participant, from its turn until it is settled. */
final class JudgedTransaction<K, V, A> {
    final long id;
    final int coordinator;

    /** By what its coordinator finds it. */
    final int slot;

    /** Number of its participants if it is conditional, else 0. */
    final int instances;

    /** Where it is in the ring. */
    final long position;

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

    JudgedTransaction(long id, int coordinator, int slot, int instances, long position) {
        this.id = id;
        this.coordinator = coordinator;
        this.slot = slot;
        this.instances = instances;
        this.position = position;
    }

    boolean isConditional() {
        return instances > 0;
    }

    /** Whether nothing that it writes here counts, as far as is known. */
    boolean isVoid() {
        return mayBeVoid && (failing > 0 || throwing > 0 || assumedAborted);
    }
}
