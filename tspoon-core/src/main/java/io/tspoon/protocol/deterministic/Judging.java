/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * Runs the accesses of transactions and keeps the values in chains true to what is below and to
 * what is assumed.
 *
 * <p>After {@link #revalue} each entry of the transaction has the effective value that follows from
 * the entries below. If that has changed, the next transaction of the key is marked as stale. As
 * marks only go upwards and the lowest marked one is judged first, repairs end; they end early
 * where a value is the same as before.
 *
 * <p>Not final, and its methods not private, so that tests can break its rules.
 */
class Judging<K, V, A> {
    private final AccessFunction<V, A> function;
    private final TransactionRing<K, V, A> ring;
    private final Effect<V> effect = new Effect<>();

    Judging(AccessFunction<V, A> function, TransactionRing<K, V, A> ring) {
        this.function = function;
        this.ring = ring;
    }

    /**
     * Calls the function of an access.
     *
     * @param own whether an earlier access of its transaction has written what is below
     */
    final Effect<V> call(A access, AccessMode mode, @Nullable V below, boolean own)
            throws Exception {
        effect.begin();
        function.run(access, mode.reads() || own ? below : null, own, effect);
        return effect;
    }

    /** The access may run more than once. */
    final void keep(A access) {
        function.keep(access);
    }

    /** The access does not run. */
    final void skip(A access) {
        function.skip(access);
    }

    /** Runs an access on what is below it. */
    final void run(ChainEntry<K, V, A> entry) throws Exception {
        JudgedTransaction<K, V, A> transaction = entry.transaction;
        forgetAnswer(entry);
        V below = entry.seen();
        boolean own = entry.seesOwn();
        entry.written = own;
        entry.skipped = entry.mustSkip();
        if (entry.skipped) {
            skip(entry.access);
            entry.own = below;
            return;
        }
        try {
            Effect<V> ran = call(entry.access, entry.mode, below, own);
            ran.checkFailure(entry.mayFail, transaction.id, entry.access);
            entry.own = entry.mode.writes() ? ran.after(below) : below;
            entry.written |= ran.isWritten();
            if (ran.fails()) {
                entry.fails = true;
                transaction.failing++;
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            failed(entry, e);
        }
    }

    /**
     * An access throws an exception, perhaps because of a value that is not true. It counts as a
     * failure, and holds its transaction back until it has run on a value that is final.
     */
    void failed(ChainEntry<K, V, A> entry, Exception exception) throws Exception {
        if (isFinal(entry)) {
            throw exception;
        }
        entry.own = entry.seen();
        entry.throwing = true;
        entry.transaction.throwing++;
    }

    final boolean isFinal(ChainEntry<K, V, A> entry) {
        return entry.certain || entry.isNextToInstalled();
    }

    private void forgetAnswer(ChainEntry<K, V, A> entry) {
        if (entry.fails) {
            entry.fails = false;
            entry.transaction.failing--;
        }
        if (entry.throwing) {
            entry.throwing = false;
            entry.transaction.throwing--;
        }
    }

    /**
     * Runs all accesses of a transaction again that are not certain, also if it is assumed to
     * abort. If it were not judged any more then, its objection could never be withdrawn.
     *
     * @return the number of runs
     */
    int runAgain(JudgedTransaction<K, V, A> transaction) throws Exception {
        int runs = 0;
        for (ChainEntry<K, V, A> entry = transaction.first;
                entry != null;
                entry = entry.nextOfTransaction) {
            if (!entry.certain) {
                run(entry);
                runs++;
            } else if (entry.fails || entry.skipped) {
                entry.own = entry.seen(); // a write that fails leaves what is below
            }
        }
        return runs;
    }

    /** Computes the effective values of a transaction, and marks who sees another one now. */
    void revalue(JudgedTransaction<K, V, A> transaction) {
        boolean isVoid = transaction.isVoid();
        for (ChainEntry<K, V, A> entry = transaction.first;
                entry != null;
                entry = entry.nextOfTransaction) {
            V value = isVoid ? entry.base() : entry.own;
            if (!Objects.equals(value, entry.effective)) {
                entry.effective = value;
                markNext(entry);
            }
        }
    }

    /** The value above an entry has changed. */
    void markNext(ChainEntry<K, V, A> entry) {
        ChainEntry<K, V, A> above = entry.above;
        if (above != null && above.transaction != entry.transaction) {
            above.transaction.stale = true;
            ring.mark(above.transaction);
        }
    }
}
