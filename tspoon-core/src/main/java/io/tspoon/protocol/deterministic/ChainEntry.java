/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

/**
 * One access in the chain of its key.
 *
 * <p>An entry has two values. Its <em>own</em> value is what the key has after this access if its
 * transaction commits; later accesses of the same transaction see it. Its <em>effective</em> value
 * is what other transactions above see: the own one, or the value below the transaction if that is
 * void.
 */
final class ChainEntry<K, V, A> {
    final KeyChain<K, V, A> chain;
    final JudgedTransaction<K, V, A> transaction;
    final A access;
    final AccessMode mode;
    final boolean mayFail;

    /** Value and vote of the access cannot change: nothing below it can. */
    boolean certain;

    /** The effective value cannot change. */
    boolean solid;

    boolean fails;
    boolean throwing;

    /** Whether it is not run because an earlier access of its transaction fails. */
    boolean skipped;

    /** Whether the own value was written by its transaction. */
    boolean written;

    @Nullable V own;
    @Nullable V effective;

    @Nullable ChainEntry<K, V, A> below;
    @Nullable ChainEntry<K, V, A> above;
    @Nullable ChainEntry<K, V, A> nextOfTransaction;

    ChainEntry(
            KeyChain<K, V, A> chain,
            JudgedTransaction<K, V, A> transaction,
            A access,
            AccessMode mode,
            boolean mayFail) {
        this.chain = chain;
        this.transaction = transaction;
        this.access = access;
        this.mode = mode;
        this.mayFail = mayFail;
    }

    /** Whether the entry below is an earlier access of the same transaction. */
    boolean isBehindOwn() {
        return below != null && below.transaction == transaction;
    }

    /** Whether it would see a value that lacks what its own transaction has failed to write. */
    boolean mustSkip() {
        ChainEntry<K, V, A> before = below;
        return before != null
                && before.transaction == transaction
                && (before.fails || before.throwing || before.skipped);
    }

    /** Whether its own transaction has written what the access sees. */
    boolean seesOwn() {
        return below != null && below.transaction == transaction && below.written;
    }

    /** What the access sees. */
    @Nullable V seen() {
        if (below == null) {
            return chain.installed();
        }
        return below.transaction == transaction ? below.own : below.effective;
    }

    /** The value that the key has without the transaction. */
    @Nullable V base() {
        // An earlier entry of a void transaction has this value already.
        return below == null ? chain.installed() : below.effective;
    }

    /** Whether nothing but accesses of its own transaction is below. */
    boolean isNextToInstalled() {
        ChainEntry<K, V, A> entry = below;
        while (entry != null && entry.transaction == transaction) {
            entry = entry.below;
        }
        return entry == null;
    }
}
