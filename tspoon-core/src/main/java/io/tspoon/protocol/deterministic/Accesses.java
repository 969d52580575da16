/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The accesses of the transaction that begins at a participant, in the order of emission. Used
 * again for each transaction.
 *
 * <p>{@link KeyChain#staged} is the place here of the newest access to a key, so that a later
 * access of the transaction finds what it wrote. The number of an earlier transaction does no harm:
 * it is believed only if the place is before the access and has the same key.
 */
final class Accesses<K, V, A> {
    private static final int CAPACITY = 16;

    /**
     * The number of accesses after which the arrays are replaced, so that they stay young: a store
     * of a reference into an old array costs a fence (ADR 0007).
     */
    private static final int RENEWAL = 1024;

    long id = Timestamps.NONE;
    int coordinator;

    /** By what its coordinator finds the transaction. */
    int slot;

    int instances;

    /** Whether one of them may fail. */
    boolean mayFail;

    /** Whether a key of one of them has a chain. */
    boolean meetsChain;

    private int count;
    private KeyChain<K, V, A>[] chains = chains(CAPACITY);
    private Object[] accesses = new Object[CAPACITY];
    private AccessMode[] modes = new AccessMode[CAPACITY];
    private boolean[] failures = new boolean[CAPACITY];
    private @Nullable Object[] values = new Object[CAPACITY];
    private boolean[] written = new boolean[CAPACITY];
    private boolean[] failed = new boolean[CAPACITY];

    /** Accesses since the arrays are new. */
    private int added;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <K, V, A> KeyChain<K, V, A>[] chains(int capacity) {
        return new KeyChain[capacity];
    }

    void begin(long ofId, int ofCoordinator, int inSlot, int atInstances) {
        id = ofId;
        coordinator = ofCoordinator;
        slot = inSlot;
        instances = atInstances;
        mayFail = false;
        meetsChain = false;
        count = 0;
    }

    void add(KeyChain<K, V, A> chain, AccessMode mode, boolean fallible, A access) {
        if (count == accesses.length) {
            resize(2 * count);
        }
        chains[count] = chain;
        modes[count] = mode;
        failures[count] = fallible;
        accesses[count] = access;
        mayFail |= fallible;
        meetsChain |= !chain.isFree();
        count++;
    }

    /** From time to time, forgets all objects. */
    void end() {
        added += count;
        if (added > RENEWAL) {
            added = 0;
            count = 0;
            chains = chains(CAPACITY);
            accesses = new Object[CAPACITY];
            values = new Object[CAPACITY];
            resize(CAPACITY);
        }
    }

    private void resize(int capacity) {
        chains = Arrays.copyOf(chains, capacity);
        accesses = Arrays.copyOf(accesses, capacity);
        modes = Arrays.copyOf(modes, capacity);
        failures = Arrays.copyOf(failures, capacity);
        values = Arrays.copyOf(values, capacity);
        written = Arrays.copyOf(written, capacity);
        failed = Arrays.copyOf(failed, capacity);
    }

    int count() {
        return count;
    }

    KeyChain<K, V, A> chain(int index) {
        return chains[index];
    }

    @SuppressWarnings("unchecked") // add() stores nothing else
    A access(int index) {
        return (A) accesses[index];
    }

    AccessMode mode(int index) {
        return modes[index];
    }

    boolean mayFail(int index) {
        return failures[index];
    }

    /** Whether an earlier access of the transaction to the same key comes before it. */
    private boolean isBehindOwn(int index) {
        KeyChain<K, V, A> chain = chains[index];
        int before = chain.staged;
        return before < index && chains[before] == chain;
    }

    /** What the access sees if its key has no chain. */
    @SuppressWarnings("unchecked") // stage() stores nothing else
    @Nullable V seen(int index) {
        KeyChain<K, V, A> chain = chains[index];
        return isBehindOwn(index) ? (V) values[chain.staged] : chain.installed();
    }

    /** Whether the transaction itself has written what the access sees. */
    boolean seesOwn(int index) {
        return isBehindOwn(index) && written[chains[index].staged];
    }

    /** Whether the access would see a value that lacks what an earlier one has failed to write. */
    boolean mustSkip(int index) {
        return isBehindOwn(index) && failed[chains[index].staged];
    }

    /** Keeps what the key has after the access until it is known whether the transaction aborts. */
    void stage(int index, @Nullable V value, Effect<V> effect) {
        written[index] = effect.isWritten() || seesOwn(index);
        failed[index] = effect.fails();
        values[index] = value;
        chains[index].staged = index;
    }

    /** The access was not run. */
    void stageSkipped(int index) {
        written[index] = false;
        failed[index] = true;
        values[index] = null;
        chains[index].staged = index;
    }

    /** Installs what the access has staged. */
    @SuppressWarnings("unchecked") // stage() stores nothing else
    void install(int index) {
        chains[index].install(id, (V) values[index]);
    }
}
