/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.AdmissionWindow.Inside;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.runtime.batch.Batch;

/**
 * Makes transactions of elements, whichever {@link Entrance} they have come by, and begins them.
 * Confined to the mailbox thread.
 */
final class Admission<I> {
    private final AdmissionWindow<I> window;
    private final FeedbackReceiver<I> feedback;
    private final RoundSender sender;
    private final Attempts<I> attempts;
    private final OpenDurability<I> durability;
    private final Deadline deadline;
    private final GreetingWatch greetings;
    private Triggers triggers = Triggers.NONE;
    private boolean paused;
    private long nowNanos;

    /** The number of admissions at the last heartbeat. */
    private long admittedBefore;

    Admission(
            AdmissionWindow<I> window,
            FeedbackReceiver<I> feedback,
            RoundSender sender,
            Attempts<I> attempts,
            OpenDurability<I> durability,
            Deadline deadline,
            GreetingWatch greetings) {
        this.window = window;
        this.feedback = feedback;
        this.sender = sender;
        this.attempts = attempts;
        this.durability = durability;
        this.deadline = deadline;
        this.greetings = greetings;
    }

    /** What comes before elements; not known when this is made. */
    void triggers(Triggers before) {
        triggers = before;
    }

    /** Nothing is admitted while a barrier or the end waits for what is in flight. */
    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    boolean isPaused() {
        return paused;
    }

    /** An element of a stream has come; it enters behind what is triggered by now. */
    void elementCame() {
        triggers.elementCame();
    }

    /** Whether an element can be admitted now. */
    boolean hasRoom() {
        return triggers.letsElementIn()
                && !paused
                && sender.isGreeted()
                && window.mayAdmit(feedback.lowestPriority());
    }

    /** Whether a call can be admitted now. */
    boolean hasRoomForCall() {
        return !triggers.isFull()
                && !paused
                && sender.isGreeted()
                && window.mayAdmitCall(feedback.lowestPriority());
    }

    /** Something waits for room: does what is needed so that feedback will make some. */
    void makeRoom() throws Exception {
        if (sender.hasLeft()) {
            sender.join();
            deadline.joins();
            greetings.greeted();
        }
        sender.sendIfDue();
    }

    /**
     * Admits an element and begins its transaction, unless an earlier run has executed it.
     *
     * @param time its Flink timestamp, or {@link ElementTimes#NONE}
     */
    void admit(I element, long time) throws Exception {
        String key = attempts.keyOf(element);
        if (durability.isRepeated(element, key, sender)) {
            return;
        }
        Transaction<I> transaction = window.admit(attempts.kept(element), key, nanos());
        window.time(transaction, time);
        durability.identify(transaction, element);
        attempts.begin(transaction, element);
        sender.sendIfDue();
    }

    /** The program's own key for an element; empty if the program gives no keys. */
    String keyOf(I element) throws Exception {
        return attempts.keyOf(element);
    }

    /** Whether an earlier run has executed an element. */
    boolean isRepeated(I element, String key) throws Exception {
        return durability.isRepeated(element, key, sender);
    }

    /** See {@link OpenDurability#isAwaited}. */
    boolean isAwaited(String entrance, String key) {
        return durability.isAwaited(entrance, key);
    }

    /** The element to keep, which nobody else may change. */
    I kept(I element) {
        return attempts.kept(element);
    }

    /**
     * Admits a batch and begins its transaction. No earlier run has executed any of its elements.
     *
     * @param time of the result, or {@link ElementTimes#NONE}
     */
    @SuppressWarnings("unchecked") // attempts know batches
    void admitBatch(Batch batch, long time) throws Exception {
        I element = (I) batch;
        Transaction<I> transaction = window.admit(element, batch.key(), nanos());
        window.time(transaction, time);
        durability.identify(transaction, element);
        attempts.begin(transaction, element);
        sender.sendIfDue();
    }

    /**
     * Admits the transaction of a call and begins it; {@link #callsBegun} must follow.
     *
     * @param key of the transaction
     * @param digestHigh with {@code digestLow} tells requests apart, for a log
     * @param time of the result
     */
    void admitCall(I element, String key, long digestHigh, long digestLow, long time)
            throws Exception {
        Transaction<I> transaction = window.admitCall(attempts.kept(element), key, nanos());
        window.time(transaction, time);
        transaction.content(digestHigh, digestLow);
        attempts.begin(transaction, element);
        sender.sendIfFull();
    }

    /** The calls that have come together are sent together, or each would be a round. */
    void callsBegun() throws Exception {
        sender.sendIfDue();
    }

    /** Whether the transaction of a timer can be admitted now. */
    boolean hasRoomForTimer() {
        return !triggers.isFull() && hasRoom(Inside.TIMER);
    }

    /** Whether a triggered transaction can be admitted now. */
    boolean hasRoomForTriggered() {
        return hasRoom(Inside.TRIGGERED);
    }

    private boolean hasRoom(Inside kind) {
        return !paused && sender.isGreeted() && window.mayAdmit(kind, feedback.lowestPriority());
    }

    /**
     * Admits the transaction of a timer and begins it; {@link #callsBegun} must follow.
     *
     * @param time of the result
     */
    void admitTimer(I element, long time) throws Exception {
        admit(Inside.TIMER, element, "", time);
    }

    /**
     * Admits a triggered transaction and begins it; {@link #callsBegun} must follow.
     *
     * @param key of the transaction
     * @param time of the result
     */
    void admitTriggered(I element, String key, long time) throws Exception {
        admit(Inside.TRIGGERED, element, key, time);
    }

    private void admit(Inside kind, I element, String key, long time) throws Exception {
        Transaction<I> transaction = window.admit(kind, attempts.kept(element), key, nanos());
        window.time(transaction, time);
        attempts.begin(transaction, element);
        sender.sendIfFull();
    }

    /** The element of the transaction in a slot. */
    I elementIn(int slot) {
        return window.inSlot(slot).element();
    }

    /** The transaction in a slot. */
    Transaction<I> inSlot(int slot) {
        return window.inSlot(slot);
    }

    /** The time of the element of a transaction in flight. */
    long time(Transaction<I> transaction) {
        return window.time(transaction);
    }

    /** The number of transactions admitted so far. */
    long admitted() {
        return window.admitted();
    }

    /** See {@link AdmissionWindow#oldestNumber}. */
    long oldestInFlight() {
        return window.oldestNumber();
    }

    /**
     * The number of the oldest transaction that is in flight, or with which a chain has begun that
     * is not over; {@link Long#MAX_VALUE} if there is none.
     */
    long oldestNumber() {
        return Math.min(window.oldestNumber(), triggers.oldestRoot());
    }

    /** Whether nothing is in flight, or follows what was. */
    boolean isQuiet() {
        return window.inFlight() == 0 && triggers.isEmpty();
    }

    /** The transaction of a call is over, and its place will be free. */
    void callEnded() {
        window.callEnded();
    }

    /** Whether nothing is in flight and nothing was admitted since the last heartbeat. */
    boolean isIdle() {
        return window.inFlight() == 0 && window.admitted() == admittedBefore;
    }

    void heartbeatBegins() {
        nowNanos = System.nanoTime();
    }

    void heartbeatEnds() {
        admittedBefore = window.admitted();
    }

    /**
     * The time of an admission. Read anew for every sixteenth admission, whose latency is sampled,
     * and if nothing is in flight, so that slow traffic does not seem older than it is; each
     * heartbeat reads it anew as well.
     */
    private long nanos() {
        if (OpenMetrics.isSampled(window.admitted() + 1) || window.inFlight() == 0) {
            nowNanos = System.nanoTime();
        }
        return nowNanos;
    }
}
