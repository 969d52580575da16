/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/**
 * One instance of a stateful operator: runs each access once it has its turn, on the newest value
 * of its key, and waits for no decision.
 *
 * <p>What is final is installed and reported at once. Everything else stays in the chains of its
 * keys. It is assumed to commit, until a notice says otherwise; then what follows on these keys
 * runs again, here, without anybody else being concerned. Only what an access sees may change, so
 * nobody is refused and no transaction is repeated.
 *
 * <p>The owner merges what coordinators send by id ({@link io.tspoon.protocol.order}), and does one
 * step after the other:
 *
 * <pre>
 *    notice(...) for each one that came, then finalUpTo(...)    in the order of each channel
 *    repair()
 *    while mayBegin() and the next transaction is complete:
 *        begin(...), access(...) for each access but the last, lastAccess(...)
 *    arrived(...)                                               all of them have begun up to here
 *    judged(), settled()                                        sent with what was announced
 * </pre>
 *
 * <p>If an exception leaves a method, the job has failed, and the participant is of no use any
 * more. Confined to the thread of its owner. The rules are numbered in ADR 0033; their origin is
 * the processing of chains in TStream (ICDE 2020, section IV).
 *
 * <p>Not final, and its methods not private, so that tests can break its rules.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 * @param <A> see {@link AccessFunction}
 */
@Internal
public class DeterministicParticipant<K, V, A> {
    /** Instead of an id: the coordinator has left. */
    public static final long LEFT = Long.MAX_VALUE;

    /** How many transactions are loaded into the cache before they are settled. */
    private static final int PREFETCHED = 32;

    /** Runs after which a repair makes a pause, so that others get the thread. */
    static final int REPAIR_BUDGET = 256;

    final TransactionRing<K, V, A> ring = new TransactionRing<>();
    final Announcements<K, V, A> announcements;
    private final Accesses<K, V, A> beginning = new Accesses<>();
    private final Judging<K, V, A> judging;
    private final FirstRun<K, V, A> firstRun;
    private final SpeculationDepth depth;
    private final int repairBudget;

    private final FinalIds finals;

    /** Notices for transactions that have not had their turn. */
    private final Map<Long, Boolean> earlyNotices = new HashMap<>();

    /** How many transactions in the ring have an access that is not certain. */
    private int speculative;

    /** How many of them have an access that throws an exception. */
    private int throwing;

    private long objections;
    private long withdrawals;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    private long newest = Timestamps.NONE;
    private long arrived = Timestamps.NONE;
    private long settled = Timestamps.NONE;

    /**
     * @param coordinators number of coordinators of the t-graph
     */
    public DeterministicParticipant(
            int coordinators,
            AccessFunction<V, A> function,
            SpeculationDepth depth,
            Announcements<K, V, A> announcements) {
        this(coordinators, function, depth, REPAIR_BUDGET, announcements);
    }

    /**
     * @param repairBudget runs after which a repair makes a pause
     */
    DeterministicParticipant(
            int coordinators,
            AccessFunction<V, A> function,
            SpeculationDepth depth,
            int repairBudget,
            Announcements<K, V, A> announcements) {
        this.repairBudget = repairBudget;
        this.finals = new FinalIds(coordinators);
        this.depth = depth;
        this.announcements = announcements;
        this.judging = judging(function);
        this.firstRun = firstRun(judging);
    }

    Judging<K, V, A> judging(AccessFunction<V, A> function) {
        return new Judging<>(function, ring);
    }

    FirstRun<K, V, A> firstRun(Judging<K, V, A> withJudging) {
        return new FirstRun<>(withJudging, announcements);
    }

    // ------------------------------------------------------------------ what coordinators say

    /** A coordinator says what to assume of one of its transactions. */
    public void notice(long id, boolean abort) {
        if (id <= settled) {
            return;
        }
        JudgedTransaction<K, V, A> transaction = ring.find(id);
        if (transaction != null) {
            assume(transaction, abort);
        } else if (id > newest) {
            keepNotice(id, abort);
        } else {
            throw new ProtocolException(
                    "[TSP-2518] Cannot apply notice: transaction has no part here, transaction="
                            + id
                            + ", newest="
                            + newest
                            + ", settled="
                            + settled);
        }
    }

    /** Notices travel faster than the merge. */
    void keepNotice(long id, boolean abort) {
        earlyNotices.put(id, abort);
    }

    private void assume(JudgedTransaction<K, V, A> transaction, boolean abort) {
        if (transaction.assumedAborted != abort) {
            transaction.assumedAborted = abort;
            ring.mark(transaction);
        }
    }

    /**
     * All transactions of the coordinator up to this id are decided for good, and all notices for
     * them have come before this; {@link #LEFT} if it has left.
     */
    public void finalUpTo(int coordinator, long id) {
        finals.upTo(coordinator, id, settled);
    }

    // ------------------------------------------------------------------ repair

    /**
     * Judges again what notices and other repairs have changed, lowest ids first, and settles what
     * is final.
     *
     * @return whether there is more to repair; it need not wait for anything
     */
    public boolean repair() throws Exception {
        int budget = repairBudget;
        boolean goesOn = true;
        while (goesOn) {
            JudgedTransaction<K, V, A> transaction = ring.firstMarked();
            while (transaction != null && budget > 0) {
                budget -= 1 + judgeAgain(transaction);
                transaction = ring.firstMarked();
            }
            settle();
            goesOn = budget > 0 && mustRepair();
        }
        return mustRepair();
    }

    private int judgeAgain(JudgedTransaction<K, V, A> transaction) throws Exception {
        ring.unmark(transaction);
        int runs = 0;
        if (transaction.stale) {
            transaction.stale = false;
            int before = transaction.throwing;
            runs = judging.runAgain(transaction);
            count(before, transaction);
            depth.ranAgain(runs);
        }
        judging.revalue(transaction);
        answer(transaction);
        return runs;
    }

    private void count(int throwingBefore, JudgedTransaction<K, V, A> transaction) {
        if (throwingBefore == 0 && transaction.throwing > 0) {
            throwing++;
        } else if (throwingBefore > 0 && transaction.throwing == 0) {
            throwing--;
        }
    }

    /** Tells closes what has changed since they were told last. */
    void answer(JudgedTransaction<K, V, A> transaction) {
        if (!transaction.isConditional()) {
            return;
        }
        boolean objects = transaction.failing > 0;
        if (objects != transaction.toldObjection) {
            transaction.toldObjection = objects;
            if (objects) {
                objections++;
                announcements.objects(
                        transaction.id,
                        transaction.coordinator,
                        transaction.slot,
                        transaction.instances);
            } else {
                withdrawals++;
                announcements.withdraws(transaction.id);
            }
        }
        if (transaction.assumedAborted != transaction.toldAborted) {
            transaction.toldAborted = transaction.assumedAborted;
            announcements.applied(transaction.id, transaction.toldAborted);
        }
    }

    // ------------------------------------------------------------------ first runs

    /**
     * Whether another transaction may begin: nothing is left to repair, nor too much may change.
     */
    public boolean mayBegin() {
        return !mustRepair() && speculative < depth.limit();
    }

    /** How many transactions may begin before {@link #mayBegin} must be asked again. */
    public int room() {
        return mustRepair() ? 0 : depth.limit() - speculative;
    }

    /** The id of the lowest transaction that is not settled; there must be one. */
    public long lowestUnsettled() {
        return ring.head().id;
    }

    /**
     * Begins the part of a transaction that is here.
     *
     * @param id higher than those of all that have begun
     * @param slot by what its coordinator finds it
     * @param instances number of its participants if it is conditional: it has several and one of
     *     its accesses may fail. Else 0
     */
    public void begin(long id, int coordinator, int slot, int instances) {
        if (id <= newest || id <= arrived) {
            throw new ProtocolException(
                    "[TSP-2520] Cannot begin transaction: it comes too late, transaction="
                            + id
                            + ", newest="
                            + newest
                            + ", arrived="
                            + arrived);
        }
        newest = id;
        beginning.begin(id, coordinator, slot, instances);
    }

    /**
     * Adds an access of the transaction that begins, if it is not the last one here.
     *
     * @param mayFail whether it may abort the transaction
     */
    public void access(KeyChain<K, V, A> chain, AccessMode mode, boolean mayFail, A access) {
        beginning.add(chain, mode, mayFail, access);
    }

    /**
     * Adds the last access of the transaction that is here, and runs all of them.
     *
     * @return whether the transaction is over here, so that nobody refers to its accesses
     */
    public boolean lastAccess(KeyChain<K, V, A> chain, AccessMode mode, boolean mayFail, A access)
            throws Exception {
        Accesses<K, V, A> part = beginning;
        if (part.count() == 0 && part.instances == 0 && chain.isFree()) {
            depth.ran(1);
            firstRun.runAtOnce(part.id, part.coordinator, chain, mode, mayFail, access);
            return true;
        }
        part.add(chain, mode, mayFail, access);
        depth.ran(part.count());
        boolean atOnce = part.instances == 0 && !part.meetsChain;
        if (atOnce) {
            firstRun.runAtOnce(part);
        } else {
            runInChains(part);
        }
        part.end();
        return atOnce;
    }

    private void runInChains(Accesses<K, V, A> part) throws Exception {
        JudgedTransaction<K, V, A> transaction =
                ring.add(part.id, part.coordinator, part.slot, part.instances);
        if (!earlyNotices.isEmpty()) {
            Boolean abort = earlyNotices.remove(part.id);
            transaction.assumedAborted = abort != null && abort;
        }
        firstRun.runInChains(part, transaction);
        if (transaction.throwing > 0) {
            throwing++;
        }
        if (transaction.speculative) {
            speculative++;
        }
        answer(transaction);
    }

    /**
     * All transactions up to this id that have a part here have begun, and none will come. If all
     * coordinators have left, that is the highest id that was seen, as whoever joins stays above
     * it.
     */
    public void arrived(long upTo) throws Exception {
        arrived = Math.max(arrived, upTo);
        settle();
    }

    // ------------------------------------------------------------------ the end

    /** Installs and reports all that is final here. */
    private void settle() throws Exception {
        long upTo = finals.lowest(judged());
        int fetched = 0;
        while (!ring.isEmpty() && ring.head().id <= upTo) {
            if (fetched-- == 0) {
                prefetched = ring.prefetch(PREFETCHED);
                fetched = PREFETCHED - 1;
            }
            settle(ring.head());
            ring.removeHead();
        }
        settled = Math.max(settled, upTo);
    }

    private void settle(JudgedTransaction<K, V, A> transaction) throws Exception {
        boolean aborted = transaction.isVoid();
        ChainEntry<K, V, A> entry = transaction.first;
        while (entry != null) {
            KeyChain<K, V, A> chain = entry.chain;
            chain.removeBottom(entry);
            if (!aborted && entry.mode.writes()) {
                chain.install(transaction.id, entry.own);
            }
            if (!entry.certain) {
                announcements.settled(
                        transaction.id, transaction.coordinator, entry.access, aborted);
            }
            giveLastChance(entry.above);
            entry = entry.nextOfTransaction;
        }
        if (transaction.speculative) {
            speculative--;
        }
        transaction.first = null;
    }

    /** An access that throws sees a final value now. If it throws again, the job fails. */
    private void giveLastChance(@Nullable ChainEntry<K, V, A> entry) {
        if (entry != null && entry.transaction.throwing > 0) {
            entry.transaction.stale = true;
            ring.mark(entry.transaction);
        }
    }

    // ------------------------------------------------------------------ what closes are told

    /**
     * Everything up to this id was judged here, in keeping with all notices that were applied. May
     * go back, but not below {@link #settled}.
     */
    public long judged() {
        long upTo = arrived;
        JudgedTransaction<K, V, A> marked = ring.firstMarked();
        if (marked != null) {
            upTo = Math.min(upTo, marked.id - 1);
        }
        if (throwing > 0) {
            upTo = Math.min(upTo, ring.firstThrowing().id - 1);
        }
        return upTo;
    }

    /** Up to this id nothing changes here any more. */
    public long settled() {
        return settled;
    }

    /** Whether {@link #repair} has something to do. */
    public boolean mustRepair() {
        return ring.firstMarked() != null;
    }

    /** The number of transactions that are not settled here. */
    public int unsettled() {
        return ring.size();
    }

    /** How many of them have an access that is not certain. */
    public int speculative() {
        return speculative;
    }

    /** Whether an access throws an exception on a value that may change, so all wait for that. */
    public boolean isThrowing() {
        return throwing > 0;
    }

    /** How many times this participant has judged that its part of a transaction fails. */
    public long objections() {
        return objections;
    }

    /** How many times it has found that such a part does not fail after all. */
    public long withdrawals() {
        return withdrawals;
    }

    /** Whether nothing is in flight here, so that a snapshot may be taken. */
    public boolean isIdle() {
        return ring.isEmpty() && earlyNotices.isEmpty();
    }
}
