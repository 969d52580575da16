/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

/**
 * Runs the part of a transaction that is at a participant for the first time, and sees what of it
 * is final at once.
 *
 * <p>Not final, and its methods not private, so that tests can break its rules.
 */
class FirstRun<K, V, A> {
    private final Judging<K, V, A> judging;
    private final Announcements<K, V, A> announcements;

    FirstRun(Judging<K, V, A> judging, Announcements<K, V, A> announcements) {
        this.judging = judging;
        this.announcements = announcements;
    }

    /** As {@link #runAtOnce} for a single access, without keeping anything of it. */
    final void runAtOnce(
            long id,
            int coordinator,
            KeyChain<K, V, A> chain,
            AccessMode mode,
            boolean mayFail,
            A access)
            throws Exception {
        V below = chain.installed();
        Effect<V> effect = judging.call(access, mode, below, false);
        effect.checkFailure(mayFail, id, access);
        if (mode.writes() && !effect.fails()) {
            chain.install(id, effect.after(below));
        }
        announcements.certain(id, coordinator, access, effect.fails());
    }

    /** All of the transaction that matters is here, and what it sees is final. */
    final void runAtOnce(Accesses<K, V, A> part) throws Exception {
        boolean fails = false;
        for (int i = 0; i < part.count(); i++) {
            if (part.mustSkip(i)) {
                judging.skip(part.access(i));
                part.stageSkipped(i);
                announcements.certain(part.id, part.coordinator, part.access(i), false);
            } else {
                fails |= runAtOnce(part, i);
            }
        }
        if (!fails) {
            for (int i = 0; i < part.count(); i++) {
                if (part.mode(i).writes()) {
                    part.install(i);
                }
            }
        }
    }

    private boolean runAtOnce(Accesses<K, V, A> part, int index) throws Exception {
        V below = part.seen(index);
        AccessMode mode = part.mode(index);
        A access = part.access(index);
        Effect<V> effect = judging.call(access, mode, below, part.seesOwn(index));
        effect.checkFailure(part.mayFail(index), part.id, access);
        part.stage(index, mode.writes() ? effect.after(below) : below, effect);
        announcements.certain(part.id, part.coordinator, access, effect.fails());
        return effect.fails();
    }

    /** Appends to chains what is not final at once. */
    final void runInChains(Accesses<K, V, A> part, JudgedTransaction<K, V, A> transaction)
            throws Exception {
        transaction.mayBeVoid = part.instances > 0 || part.mayFail;
        ChainEntry<K, V, A> last = null;
        for (int i = 0; i < part.count(); i++) {
            if (!transaction.mayBeVoid && part.chain(i).isFree()) {
                install(part, i);
            } else if (isReadOfFinalValue(part, i)) {
                read(part, i);
            } else {
                last = append(part, i, transaction, last);
            }
        }
        judging.revalue(transaction);
        if (mayMarkSolid(transaction)) {
            markSolid(transaction);
        }
    }

    /** An access of a transaction that cannot fail sees a final value: so is what it writes. */
    private void install(Accesses<K, V, A> part, int index) throws Exception {
        KeyChain<K, V, A> chain = part.chain(index);
        AccessMode mode = part.mode(index);
        V below = chain.installed();
        Effect<V> effect = judging.call(part.access(index), mode, below, part.seesOwn(index));
        effect.checkFailure(false, part.id, part.access(index));
        V after = effect.after(below);
        part.stage(index, after, effect);
        if (mode.writes()) {
            chain.install(part.id, after);
        }
        announcements.certain(part.id, part.coordinator, part.access(index), false);
    }

    /** It leaves nothing in the chain, whatever becomes of its transaction. */
    private boolean isReadOfFinalValue(Accesses<K, V, A> part, int index) {
        if (part.mode(index).writes() || part.mayFail(index)) {
            return false;
        }
        ChainEntry<K, V, A> top = part.chain(index).top;
        return top == null || top.solid;
    }

    private void read(Accesses<K, V, A> part, int index) throws Exception {
        KeyChain<K, V, A> chain = part.chain(index);
        ChainEntry<K, V, A> top = chain.top;
        V seen = top == null ? chain.installed() : top.effective;
        judging.call(part.access(index), AccessMode.READ, seen, false)
                .checkFailure(false, part.id, part.access(index));
        announcements.certain(part.id, part.coordinator, part.access(index), false);
    }

    private ChainEntry<K, V, A> append(
            Accesses<K, V, A> part,
            int index,
            JudgedTransaction<K, V, A> transaction,
            @Nullable ChainEntry<K, V, A> last)
            throws Exception {
        ChainEntry<K, V, A> entry =
                new ChainEntry<>(
                        part.chain(index),
                        transaction,
                        part.access(index),
                        part.mode(index),
                        part.mayFail(index));
        entry.chain.push(entry);
        if (last == null) {
            transaction.first = entry;
        } else {
            last.nextOfTransaction = entry;
        }
        entry.certain = isCertain(entry);
        if (!entry.certain) {
            judging.keep(entry.access);
        }
        judging.run(entry);
        if (entry.certain) {
            announcements.certain(part.id, part.coordinator, entry.access, entry.fails);
        } else {
            transaction.speculative = true;
        }
        return entry;
    }

    /** Whether value and vote of an access cannot change any more. */
    boolean isCertain(ChainEntry<K, V, A> entry) {
        ChainEntry<K, V, A> below = entry.below;
        if (below == null) {
            return true;
        }
        if (!entry.isBehindOwn()) {
            return !entry.mode.reads() || below.solid;
        }
        // Reports of one key are in the order of its accesses, so it must not overtake an own one.
        boolean showsBelow = below.fails && !below.mode.reads() && entry.mode.reads();
        return below.certain && !showsBelow;
    }

    /**
     * Notes which effective values cannot change any more: those of certain accesses, and what is
     * below a transaction that certainly fails.
     */
    private void markSolid(JudgedTransaction<K, V, A> transaction) {
        boolean isVoid = transaction.isVoid();
        for (ChainEntry<K, V, A> entry = transaction.first;
                entry != null;
                entry = entry.nextOfTransaction) {
            ChainEntry<K, V, A> below = entry.below;
            entry.solid = isVoid ? below == null || below.solid : entry.certain;
        }
    }

    /** Whether no access that may still change decides whether the transaction commits. */
    boolean mayMarkSolid(JudgedTransaction<K, V, A> transaction) {
        return !transaction.isConditional() && !(transaction.mayBeVoid && transaction.speculative);
    }
}
