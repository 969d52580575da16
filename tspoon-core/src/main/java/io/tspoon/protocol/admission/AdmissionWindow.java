/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.SlotTable;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * The transactions of one coordinator that are in flight: the part of the coordinator that runs in
 * the open operator.
 *
 * <p>At most {@code capacity} transactions of elements are in flight, and beside them some of calls
 * and from inside, which have places of their own: no kind takes those of another. Each attempt has
 * a slot, a small number that together with the timestamp names the attempt in every message, so
 * nobody needs a hash map. A slot becomes free when all participants have acknowledged the
 * attempt's decision. There are twice as many slots as places, so a retried attempt usually finds a
 * free slot at once; otherwise it waits for one.
 *
 * <p>A window that was full does not begin attempts one by one but many at a time, see {@link
 * Refill}.
 *
 * <p>No transaction starves: one that was refused {@link #ATTEMPTS_BEFORE_PRIORITY} times asks for
 * priority. While a transaction has priority, no coordinator begins an attempt of any other
 * transaction. The attempts in flight run out, and nothing is left that could get ahead of it.
 *
 * <p>Confined to the mailbox thread of the open operator. Every call is O(1), except for retries
 * with priority and {@link #oldestInFlight}.
 *
 * @param <E> type of the input element
 */
@Internal
public final class AdmissionWindow<E> {
    /** What transactions come from inside the t-graph. */
    public enum Inside {
        TIMER,
        TRIGGERED
    }

    /** The number of refused attempts after which a transaction asks for priority. */
    public static final int ATTEMPTS_BEFORE_PRIORITY = 16;

    /** Instead of an id: no transaction asks for priority. */
    public static final long NO_PRIORITY = Long.MAX_VALUE;

    private final int capacity;
    private final int callCapacity;

    /** By {@link Inside}. */
    private final int[] insideCapacity = new int[Inside.values().length];

    private final Refill refill;
    private final AdmissionOrder order;
    private final ElementTimes times;
    private int inFlight;

    /** By place: what its transaction is, if it has come from inside. */
    private final @Nullable Inside[] inside;

    /** Those of the transactions in flight that are calls. */
    private int callsInFlight;

    /** Those that have come from inside, by {@link Inside}. */
    private final int[] insideInFlight = new int[Inside.values().length];

    /** Those that are either. */
    private int besideInFlight;

    private int underWay;
    private long admitted;
    private final SlotTable<Transaction<E>> bySlot;

    /** For each slot: the place of its transaction in the order of admission. */
    private final int[] places;

    /** For each slot: whether its transaction is complete when the slot is released. */
    private final boolean[] completes;

    private final int[] freeSlots;
    private int freeCount;

    /** Slots of the attempts that were sent but are not yet decided, in timestamp order. */
    private final IndexList undecided;

    /**
     * For each slot: the timestamp of its attempt, negated once the attempt is decided. {@link
     * Timestamps#NONE} if the attempt was not yet sent, or if the slot is free.
     */
    private final long[] timestamps;

    private final ArrayDeque<Transaction<E>> toRetry = new ArrayDeque<>();
    private final PriorityQueue<Transaction<E>> starving =
            new PriorityQueue<>(Comparator.<Transaction<E>>comparingLong(Transaction::id));
    private long grantedPriority = NO_PRIORITY;

    /** A window without places for calls. */
    public AdmissionWindow(int capacity) {
        this(capacity, 0);
    }

    /** A window without places for what comes from inside. */
    public AdmissionWindow(int capacity, int callCapacity) {
        this(capacity, callCapacity, 0, 0);
    }

    /**
     * @param capacity highest number of transactions of elements in flight, at least 1
     * @param callCapacity highest number of calls in flight
     * @param timerCapacity highest number of transactions of timers in flight
     * @param triggerCapacity highest number of triggered transactions in flight
     */
    public AdmissionWindow(int capacity, int callCapacity, int timerCapacity, int triggerCapacity) {
        this.capacity = capacity;
        this.callCapacity = callCapacity;
        this.insideCapacity[Inside.TIMER.ordinal()] = timerCapacity;
        this.insideCapacity[Inside.TRIGGERED.ordinal()] = triggerCapacity;
        // A call that has ended keeps its place until its slot is released, and the next one may
        // begin before that.
        int all = capacity + 2 * callCapacity + timerCapacity + triggerCapacity;
        refill = new Refill(capacity);
        order = new AdmissionOrder(all);
        times = new ElementTimes(all);
        inside = new Inside[all];
        int slots = 2 * all;
        bySlot = new SlotTable<>(slots);
        places = new int[slots];
        completes = new boolean[slots];
        freeSlots = new int[slots];
        for (int i = 0; i < slots; i++) {
            freeSlots[i] = slots - 1 - i;
        }
        freeCount = slots;
        undecided = new IndexList(slots);
        timestamps = new long[slots];
        Arrays.fill(timestamps, Timestamps.NONE);
    }

    /** The number of slots: twice the number of places. */
    public int slots() {
        return bySlot.length();
    }

    public int inFlight() {
        return inFlight;
    }

    /**
     * Whether a new transaction may be admitted and begun.
     *
     * @param lowestPriority the lowest id for which any coordinator asks for priority
     */
    public boolean mayAdmit(long lowestPriority) {
        return inFlight - besideInFlight < capacity
                && !refill.isAwaited()
                && mayBegin(lowestPriority);
    }

    /**
     * Whether a call may be admitted and begun. It need not wait until the window is refilled.
     *
     * @param lowestPriority the lowest id for which any coordinator asks for priority
     */
    public boolean mayAdmitCall(long lowestPriority) {
        return callsInFlight < callCapacity && mayBegin(lowestPriority);
    }

    /**
     * Whether a transaction from inside may be admitted and begun, as {@link #mayAdmitCall}.
     *
     * @param lowestPriority the lowest id for which any coordinator asks for priority
     */
    public boolean mayAdmit(Inside kind, long lowestPriority) {
        return insideInFlight[kind.ordinal()] < insideCapacity[kind.ordinal()]
                && mayBegin(lowestPriority);
    }

    private boolean mayBegin(long lowestPriority) {
        return freeCount > 0 && lowestPriority == NO_PRIORITY && priority() == NO_PRIORITY;
    }

    /**
     * Admits a transaction; {@link #begin} must follow.
     *
     * @param element the input element
     * @param key what the program calls the transaction; may be empty
     * @param nowNanos the time, on the clock of {@link System#nanoTime}
     */
    public Transaction<E> admit(E element, String key, long nowNanos) {
        inFlight++;
        if (inFlight - besideInFlight == capacity) {
            refill.full();
        }
        return add(element, key, nowNanos);
    }

    /** Admits the transaction of a call; the parameters are those of {@link #admit}. */
    public Transaction<E> admitCall(E element, String key, long nowNanos) {
        inFlight++;
        callsInFlight++;
        besideInFlight++;
        return add(element, key, nowNanos);
    }

    /** Admits a transaction from inside; the parameters are those of {@link #admit}. */
    public Transaction<E> admit(Inside kind, E element, String key, long nowNanos) {
        inFlight++;
        insideInFlight[kind.ordinal()]++;
        besideInFlight++;
        Transaction<E> transaction = add(element, key, nowNanos);
        inside[transaction.place] = kind;
        return transaction;
    }

    /**
     * The transaction of a call is over, so that another one may be admitted. Its slot is
     * {@linkplain #release released} later, before any that is admitted from now on ends.
     */
    public void callEnded() {
        callsInFlight--;
        besideInFlight--;
    }

    private Transaction<E> add(E element, String key, long nowNanos) {
        int place = order.add(++admitted, nowNanos);
        return new Transaction<>(element, key, admitted, place);
    }

    /** Sets the time of the element of a transaction that was just admitted. */
    public void time(Transaction<E> transaction, long time) {
        times.set(transaction.place, time);
    }

    /** The time of the element of a transaction in flight; {@link ElementTimes#NONE} if none. */
    public long time(Transaction<E> transaction) {
        return times.get(transaction.place);
    }

    /** The number of transactions admitted so far. */
    public long admitted() {
        return admitted;
    }

    /**
     * The {@linkplain Transaction#number number} of the transaction in flight that was admitted
     * first; {@link Long#MAX_VALUE} if none is in flight.
     */
    public long oldestNumber() {
        return order.firstNumber();
    }

    /** When that transaction was admitted; 0 if none is in flight. */
    public long oldestNanos() {
        return order.firstNanos();
    }

    /**
     * The transaction in flight that was admitted first; null if none is in flight. If the
     * transaction was sent, this call sets its {@link Transaction#id}. Searches all slots and
     * queues, so callers that need only the number use {@link #oldestNumber}.
     */
    public @Nullable Transaction<E> oldestInFlight() {
        long number = order.firstNumber();
        for (int slot = 0; slot < bySlot.length(); slot++) {
            Transaction<E> transaction = bySlot.get(slot);
            if (transaction != null && transaction.number() == number) {
                setIdIfNew(transaction, Math.abs(timestamps[slot]));
                return transaction;
            }
        }
        return Stream.concat(toRetry.stream(), starving.stream())
                .filter(transaction -> transaction.number() == number)
                .findAny()
                .orElse(null);
    }

    /** Begins an attempt and gives it a slot. */
    public int begin(Transaction<E> transaction) {
        int slot = freeSlots[--freeCount];
        bySlot.set(slot, transaction);
        places[slot] = transaction.place;
        completes[slot] = false;
        transaction.attempts++;
        underWay++;
        return slot;
    }

    /**
     * Sets the timestamp of an attempt that is about to be sent. Timestamps must ascend from call
     * to call.
     */
    public void stamp(int slot, long timestamp) {
        timestamps[slot] = timestamp;
        undecided.add(slot);
    }

    /**
     * Takes note of an attempt's decision. The caller must send the decision before anything else.
     */
    public void decided(int slot, long timestamp, Decision decision) {
        if (timestamps[slot] != timestamp) {
            throw new ProtocolException(
                    "[TSP-2506] Cannot accept decision: attempt is not in flight, slot="
                            + slot
                            + ", timestamp="
                            + timestamp
                            + ", expected="
                            + timestamps[slot]);
        }
        end(slot, decision);
        if (decision == Decision.RETRY) {
            Transaction<E> transaction = inSlot(slot);
            setIdIfNew(transaction, timestamp);
            if (transaction.attempts >= ATTEMPTS_BEFORE_PRIORITY) {
                starving.add(transaction);
            } else {
                toRetry.add(transaction);
            }
        }
    }

    /**
     * All attempts up to this timestamp are decided, and need not be repeated. Each keeps its slot
     * until it is released.
     */
    public void decidedUpTo(long timestamp) {
        int oldest = undecided.first();
        while (oldest != IndexList.NIL && timestamps[oldest] <= timestamp) {
            end(oldest, Decision.COMMIT); // or ABORT, which would have the same effect
            oldest = undecided.first();
        }
    }

    /**
     * The number of the transaction in a slot. Meaningless if the attempt in the slot was refused,
     * because the transaction may have completed in another slot since.
     */
    public long number(int slot) {
        return order.number(places[slot]);
    }

    /** When the transaction in a slot was admitted; meaningless in the same case. */
    public long admittedNanos(int slot) {
        return order.nanos(places[slot]);
    }

    /**
     * Frees a slot after all participants have acknowledged the decision of its attempt. If the
     * attempt has no decision yet, no participant had to learn it, and this call decides it for
     * good.
     *
     * @return whether the transaction is complete now; otherwise it is executed again
     */
    public boolean release(int slot) {
        if (timestamps[slot] > Timestamps.NONE) {
            // ABORT would have the same effect. It is not RETRY, which is always reported.
            end(slot, Decision.COMMIT);
        }
        if (bySlot.get(slot) == null) {
            throw new ProtocolException(
                    "[TSP-2507] Cannot release attempt: its slot is free, slot=" + slot);
        }
        bySlot.clear(slot);
        timestamps[slot] = Timestamps.NONE;
        freeSlots[freeCount++] = slot;
        if (!completes[slot]) {
            return false;
        }
        inFlight--;
        order.remove(places[slot]);
        if (besideInFlight > 0) {
            releaseInside(places[slot]);
        }
        return true;
    }

    private void releaseInside(int place) {
        Inside kind = inside[place];
        if (kind != null) {
            inside[place] = null;
            insideInFlight[kind.ordinal()]--;
            besideInFlight--;
        }
    }

    private static void setIdIfNew(Transaction<?> transaction, long timestamp) {
        if (transaction.id == Timestamps.NONE) {
            transaction.id = timestamp;
        }
    }

    /**
     * Ends an attempt. In most cases this does not touch its transaction, which saves a load from
     * memory.
     */
    private void end(int slot, Decision decision) {
        underWay--;
        refill.decided(decision, underWay);
        undecided.remove(slot);
        timestamps[slot] = -timestamps[slot];
        completes[slot] = decision != Decision.RETRY;
        if (grantedPriority != NO_PRIORITY && inSlot(slot).id == grantedPriority) {
            grantedPriority = NO_PRIORITY;
        }
    }

    /** The lowest id for which this coordinator asks for priority, or {@link #NO_PRIORITY}. */
    public long priority() {
        if (grantedPriority != NO_PRIORITY) {
            return grantedPriority;
        }
        Transaction<E> head = starving.peek();
        return head == null ? NO_PRIORITY : head.id;
    }

    /**
     * The next transaction to execute again, or null if there is none for now.
     *
     * @param lowestPriority the lowest id for which any coordinator asks for priority
     */
    public @Nullable Transaction<E> pollRetry(long lowestPriority) {
        if (freeCount == 0) {
            return null;
        }
        long lowest = Math.min(lowestPriority, priority());
        if (lowest == NO_PRIORITY) {
            return refill.isAwaited() ? null : toRetry.poll();
        }
        Transaction<E> head = starving.peek();
        if (head == null || head.id != lowest) {
            return null;
        }
        grantedPriority = head.id;
        return starving.poll();
    }

    /**
     * The low timestamp: all attempts with a timestamp up to this one are decided.
     *
     * @param clock highest timestamp of the coordinator's clock
     */
    public long lowTimestamp(long clock) {
        int oldest = undecided.first();
        return oldest == IndexList.NIL ? clock : timestamps[oldest] - 1;
    }

    /** The transaction of the oldest attempt that is not yet decided; null if there is none. */
    public @Nullable Transaction<E> oldestUndecided() {
        int oldest = undecided.first();
        return oldest == IndexList.NIL ? null : bySlot.get(oldest);
    }

    /**
     * All transactions up to this {@linkplain Transaction#number number} are decided, and no
     * others; if each has one attempt.
     */
    public long decidedNumber() {
        Transaction<E> oldest = oldestUndecided();
        return oldest == null ? admitted - underWay : oldest.number() - 1;
    }

    /** The transaction whose attempt is in flight in a slot. */
    public Transaction<E> inSlot(int slot) {
        return Objects.requireNonNull(bySlot.get(slot));
    }
}
