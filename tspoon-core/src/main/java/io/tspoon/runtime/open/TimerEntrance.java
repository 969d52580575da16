/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.EventTimes;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.watermark.Watermark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Timers enter. Instances of stateful operators name those that are due; they wait here until there
 * is room, and have places of their own. What waits is in no snapshot: after a restore it is named
 * again. How much may wait is bounded by those who name it.
 *
 * <p>The participants are told how far event time is, and say up to where all timers have fired.
 * Only up to there do watermarks go on.
 */
final class TimerEntrance<I> implements Timers {
    /** The most transactions of timers in flight. */
    static final int MAX_IN_FLIGHT = 256;

    /** Where event time goes on. */
    interface Passing {
        void arrived(Watermark mark);

        void fellIdle();
    }

    private final TimerPlan plan;
    private final Admission<I> admission;
    private final RoundSender sender;
    private final MailboxExecutor mailbox;
    private final LongSupplier time;
    private final Counter count;
    private final Passing passing;
    private final Deque<DueTimer> waiting = new ArrayDeque<>();
    private final DataInputDeserializer input = new DataInputDeserializer();

    /** Holds watermarks until what came before them is over: it may set timers that are due. */
    private final WatermarkGate before = new WatermarkGate(this::reached, this::fellIdle, false);

    /** By participant: up to where all of its timers have fired. */
    private final long[] fired;

    private long arrived = EventTimes.UNKNOWN;
    private long passed = EventTimes.UNKNOWN;
    private boolean idle;
    private boolean idleHeld;

    /** The snapshot with which the job stops, so that nothing enters; 0 if there is none. */
    private long last;

    private boolean ends;

    /**
     * @param participants number of all participants
     * @param count counts transactions of timers
     * @param time gives the Flink timestamp of the result of a timer in processing time
     */
    TimerEntrance(
            TimerPlan plan,
            int participants,
            Admission<I> admission,
            RoundSender sender,
            MailboxExecutor mailbox,
            LongSupplier time,
            Counter count,
            Passing passing) {
        this.plan = plan;
        this.admission = admission;
        this.sender = sender;
        this.mailbox = mailbox;
        this.time = time;
        this.count = count;
        this.passing = passing;
        this.fired = new long[participants];
        int parallelism = participants / plan.timed().length;
        for (int participant = 0; participant < participants; participant++) {
            boolean timed = plan.timed()[participant / parallelism];
            fired[participant] = timed ? EventTimes.UNKNOWN : EventTimes.ENDED;
        }
    }

    // ------------------------------------------------------------------ timers

    @Override
    public void due(Feedback.Due due) {
        byte[] timers = due.timers();
        input.setBuffer(timers, 0, timers.length);
        try {
            while (input.available() > 0) {
                waiting.add(plan.serializer().deserialize(input));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("[TSP-2247] Cannot read timers that are due", e);
        }
        if (due.firedUpTo() > fired[due.participant()]) {
            fired[due.participant()] = due.firedUpTo();
            if (!ends) {
                passOn();
            }
        }
    }

    @Override
    public void fired(Feedback.Fired over) {
        count.inc(over.count() - over.aborted().size());
        for (Feedback.AbortedTimer timer : over.aborted()) {
            Entered<?> entered = (Entered<?>) admission.elementIn(timer.slot());
            waiting.addFirst(((DueTimer) entered.element()).aborted(timer.reasons()));
        }
    }

    @Override
    @SuppressWarnings("unchecked") // a t-graph with timers has entrances with names
    public void admitWaiting() throws Exception {
        if (waiting.isEmpty() || last != 0) {
            return;
        }
        if (!admission.isPaused() && !admission.hasRoomForTimer()) {
            admission.makeRoom();
        }
        while (!waiting.isEmpty() && admission.hasRoomForTimer()) {
            DueTimer due = waiting.remove();
            admission.admitTimer(
                    (I) new Entered<Object>(plan.entrance(), due),
                    due.ofEvents() ? due.time() : time.getAsLong());
        }
        admission.callsBegun();
    }

    @Override
    public void snapshot(long checkpoint, boolean stopsJob) {
        last = stopsJob ? checkpoint : 0;
    }

    @Override
    public void aborted(long checkpoint) {
        last = last == checkpoint ? 0 : last;
    }

    // ------------------------------------------------------------------ event time

    @Override
    public boolean holds(Watermark mark) {
        if (mark.equals(Watermark.MAX_WATERMARK)) {
            return false; // the gate keeps it until the end, and so do timers
        }
        before.arrived(mark, admission.admitted(), admission.oldestNumber());
        return true;
    }

    @Override
    public boolean holdsIdleness() {
        before.fellIdle(admission.admitted(), admission.oldestNumber());
        return true;
    }

    @Override
    public boolean becameActive() {
        if (!before.becameActive()) {
            return true;
        }
        boolean held = idleHeld;
        idle = false;
        idleHeld = false;
        sender.eventTime(arrived);
        sender.sendIfDue();
        return held;
    }

    @Override
    public void advance() {
        if (before.isHolding()) {
            before.advance(admission.oldestNumber());
        }
    }

    /** All transactions from before a watermark are over, and have set their timers. */
    private void reached(Watermark mark) {
        arrived = Math.max(arrived, mark.getTimestamp());
        if (!idle) {
            sender.eventTime(arrived);
            sender.sendIfDue();
        }
        passOn();
    }

    private void fellIdle() {
        idle = true;
        sender.eventTime(EventTimes.IDLE);
        sender.sendIfDue();
        if (passed < arrived) {
            idleHeld = true;
        } else {
            passing.fellIdle();
        }
    }

    private void passOn() {
        long upTo = Math.min(arrived, firedByAll());
        if (upTo > passed) {
            passed = upTo;
            passing.arrived(new Watermark(upTo));
        }
        if (idleHeld && passed >= arrived) {
            idleHeld = false;
            passing.fellIdle();
        }
    }

    private long firedByAll() {
        return Arrays.stream(fired).min().orElse(EventTimes.ENDED);
    }

    @Override
    public void end() throws Exception {
        ends = true;
        tell(EventTimes.LEAVING);
        while (!waiting.isEmpty() || !admission.isQuiet()) {
            await();
        }
        advance();
        tell(EventTimes.ENDED);
        while (firedByAll() < EventTimes.ENDED || !waiting.isEmpty() || !admission.isQuiet()) {
            await();
        }
        passOn();
    }

    private void tell(long eventTime) {
        sender.eventTime(eventTime);
        sender.send();
    }

    private void await() throws Exception {
        admitWaiting();
        mailbox.yield();
    }
}
