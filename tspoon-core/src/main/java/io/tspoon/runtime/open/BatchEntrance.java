/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.ProcessingTimes;
import io.tspoon.log.LoggedElement;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.batch.Batch.Unfit;
import io.tspoon.runtime.batch.BatchGate;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.PendingBatch.Waiting;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Elements enter in batches. Those that wait for others of their batch are part of snapshots, and
 * no barrier ends a batch. A batch that is whole waits for room, and so does the stream; one that
 * time has ended waits alone. Elements of entrances without batches enter one by one, each after
 * the batches that were whole before it.
 */
final class BatchEntrance<I> implements StreamElements<I> {
    /** A larger buffer is not kept for the next element. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private final OpenPlan<I> plan;
    private final Admission<I> admission;
    private final StreamEntrance<I> single;
    private final MailboxExecutor mailbox;
    private final ProcessingTimeService clock;
    private final LongUnaryOperator time;
    private final BatchMetrics metrics;

    /** Of all batches in flight, or there is only one. With more, batches refuse each other. */
    private final int maxElementsInFlight;

    /** By entrance; null if its elements enter one by one. */
    private final @Nullable BatchGate[] gates;

    private final List<Gate<I>> batched = new ArrayList<>();

    private final Deque<Batch> ready = new ArrayDeque<>();

    /** What a log has of batches that were not executed, and of which more may come here. */
    private final List<Logged<I>> logged = new ArrayList<>();

    /** The batches in flight, and perhaps some that are over, in the order of admission. */
    private final Deque<Admitted> inFlight = new ArrayDeque<>();

    private long elementsInFlight;
    private DataOutputSerializer scratch = new DataOutputSerializer(256);

    /** An element waits for room that is not part of a batch, so what is whole waits behind it. */
    private boolean entering;

    /** When the timer fires that is set; {@link BatchRule#FOREVER} if none is. */
    private long timerMs = BatchRule.FOREVER;

    /** The snapshot with which the job stops, so that nothing enters; 0 if there is none. */
    private long last;

    /**
     * An entrance with batches.
     *
     * @param waiting what a snapshot holds of it
     */
    private record Gate<I>(BatchPlan plan, BatchGate gate, PendingElements<I> waiting) {}

    private record Admitted(long number, int elements) {}

    private record Logged<I>(
            Gate<I> gate, long timestamp, String name, Unfit why, List<String> keys) {}

    /**
     * @param operator in whose state is what waits
     * @param time gives the Flink timestamp of the result of a batch, given the highest of its
     *     elements
     */
    BatchEntrance(
            OpenPlan<I> plan,
            Admission<I> admission,
            MailboxExecutor mailbox,
            ProcessingTimeService clock,
            AbstractStreamOperator<?> operator,
            LongUnaryOperator time,
            BatchMetrics metrics)
            throws Exception {
        this.plan = plan;
        this.admission = admission;
        this.single = new StreamEntrance<>(admission, mailbox);
        this.mailbox = mailbox;
        this.clock = clock;
        this.time = time;
        this.metrics = metrics;
        this.maxElementsInFlight = plan.settings().maxInFlight();
        this.gates = new BatchGate[Math.max(1, plan.entrances().size())];
        for (BatchPlan batches : plan.batches()) {
            BatchGate gate =
                    new BatchGate(
                            batches.entrance(),
                            batches.rule(),
                            batches.maxElements(),
                            this::waitsNoLonger);
            gates[batches.entrance()] = gate;
            batched.add(new Gate<>(batches, gate, new PendingElements<>(plan, batches, operator)));
        }
    }

    // ------------------------------------------------------------------ elements

    @Override
    public void enter(I element, long elementTime) throws Exception {
        BatchGate gate = gates[plan.entranceOf(element)];
        if (gate == null) {
            admitAll();
            enterAlone(element, elementTime);
            return;
        }
        add(gate, element, elementTime, now());
        admitAll();
        setTimer();
        tellMetrics();
    }

    /** No batch that time ends meanwhile comes before it. */
    private void enterAlone(I element, long elementTime) throws Exception {
        entering = true;
        single.enter(element, elementTime);
        entering = false;
        if (!ready.isEmpty()) {
            admission.elementCame();
            admitWaiting();
        }
    }

    private void add(BatchGate gate, I element, long elementTime, long sinceMs) throws Exception {
        String key = admission.keyOf(element);
        if (admission.isRepeated(element, key)) {
            gate.addKnown(plan.programElement(element), key, sinceMs);
        } else {
            I kept = admission.kept(element);
            Object seen = plan.programElement(kept);
            gate.add(new Waiting(seen, key, elementTime, bytes(kept), sinceMs));
        }
    }

    private int bytes(I element) throws IOException {
        TypeSerializer<I> serializer = plan.inputSerializer();
        if (serializer.getLength() >= 0) {
            return serializer.getLength();
        }
        scratch.clear();
        serializer.serialize(element, scratch);
        int bytes = scratch.length();
        if (scratch.getSharedBuffer().length > MAX_KEPT_BYTES) {
            scratch = new DataOutputSerializer(256);
        }
        return bytes;
    }

    private long now() {
        return clock.getCurrentProcessingTime();
    }

    @Override
    public void reached(long watermark) throws Exception {
        for (Gate<I> each : batched) {
            each.gate().reached(watermark);
        }
        admitAll();
        tellMetrics();
    }

    @Override
    public void end() throws Exception {
        admitAll();
        for (Gate<I> each : batched) {
            each.gate().end();
        }
        admitAll();
        tellMetrics();
    }

    // ------------------------------------------------------------------ admission

    /**
     * A batch does not wait for elements any more. Behind other batches it comes when the one in
     * front of it has entered, and like any element enters behind what is triggered by then.
     */
    private void waitsNoLonger(Batch batch) {
        if (ready.isEmpty() && !entering) {
            admission.elementCame();
        }
        ready.add(batch);
    }

    private void admitAll() throws Exception {
        admitWaiting();
        while (!ready.isEmpty()) {
            mailbox.yield();
            admitWaiting();
        }
    }

    @Override
    public void admitWaiting() throws Exception {
        if (last != 0 || entering || ready.isEmpty()) {
            return;
        }
        while (!ready.isEmpty() && admission.hasRoom() && fits(ready.element())) {
            Batch batch = ready.remove();
            long highest = batch.time();
            admission.admitBatch(
                    batch, highest == ElementTimes.NONE ? highest : time.applyAsLong(highest));
            inFlight.add(new Admitted(admission.admitted(), batch.elements().size()));
            elementsInFlight += batch.elements().size();
            if (!ready.isEmpty()) {
                admission.elementCame();
            }
            metrics.admitted(batch.unfit() == null);
        }
        if (!ready.isEmpty() && !admission.isPaused()) {
            admission.makeRoom(); // the coordinator may have left when time ended a batch
        }
        tellMetrics();
    }

    private boolean fits(Batch batch) {
        long oldest = admission.oldestInFlight(); // not that of a chain, which need not end
        Admitted first = inFlight.peek();
        while (first != null && first.number() < oldest) {
            elementsInFlight -= first.elements();
            inFlight.remove();
            first = inFlight.peek();
        }
        return first == null || elementsInFlight + batch.elements().size() <= maxElementsInFlight;
    }

    // ------------------------------------------------------------------ time

    private void setTimer() {
        long next = BatchRule.FOREVER;
        for (Gate<I> each : batched) {
            next = Math.min(next, each.gate().nextMs());
        }
        if (next < timerMs) {
            timerMs = next;
            long due = next;
            ProcessingTimes.after(clock, Math.max(0, next - now()), () -> timeIsOver(due));
        }
    }

    /** Ends no batch that is to be in a snapshot with which the job stops. */
    private void timeIsOver(long due) throws Exception {
        if (due != timerMs) {
            return; // an earlier timer was set after this one
        }
        timerMs = BatchRule.FOREVER;
        if (last == 0) {
            for (Gate<I> each : batched) {
                each.gate().advance(now());
            }
            admitWaiting();
            setTimer();
            tellMetrics();
        }
    }

    // ------------------------------------------------------------------ snapshots

    /** Batches that may be short are cut anew, so nothing more comes of those in a log. */
    @Override
    public void aborted(LoggedTransaction batch) {
        Unfit why = Unfit.of(batch.reasons());
        if (why == null) {
            return;
        }
        for (Gate<I> gate : batched) {
            if (gate.plan().name().equals(batch.entrance())
                    && !gate.plan().rule().mayBeShort()
                    && gate.waiting().comesHere(batch.key())) {
                List<String> keys = batch.batch().stream().map(LoggedElement::key).toList();
                logged.add(new Logged<>(gate, batch.timestamp(), batch.key(), why, keys));
            }
        }
    }

    @Override
    public void recovered() throws Exception {
        logged.sort(Comparator.comparingLong(Logged::timestamp)); // parts are read in any order
        for (Logged<I> each : logged) {
            each.gate().gate().awaitLogged(each.name(), each.why(), each.keys(), now());
        }
        logged.clear();
        for (Gate<I> each : batched) {
            BatchGate gate = each.gate();
            each.waiting()
                    .restore(
                            gate,
                            now(),
                            (element, elementTime, sinceMs) ->
                                    add(gate, element, elementTime, sinceMs));
        }
        setTimer();
        admitWaiting();
        tellMetrics();
    }

    @Override
    public void snapshot(long checkpoint, boolean stopsJob) {
        last = stopsJob ? checkpoint : 0;
    }

    @Override
    public int waiting() {
        long elements = 0;
        for (Gate<I> each : batched) {
            elements += each.gate().elements();
        }
        for (Batch batch : ready) {
            elements += batch.elements().size();
        }
        return (int) Math.min(Integer.MAX_VALUE, elements);
    }

    @Override
    public List<String> write() throws Exception {
        List<String> names = new ArrayList<>();
        for (Gate<I> gate : batched) {
            String name = gate.plan().name();
            gate.gate().forgetLogged(key -> admission.isAwaited(name, key));
            List<Batch> own =
                    ready.stream()
                            .filter(batch -> batch.entrance() == gate.plan().entrance())
                            .toList();
            if (gate.waiting().write(own, gate.gate())) {
                names.add(name);
            }
        }
        return names;
    }

    @Override
    public void aborted(long checkpoint) {
        if (last == checkpoint) {
            last = 0;
            setTimer();
        }
    }

    // ------------------------------------------------------------------ metrics

    private void tellMetrics() {
        int waiting = ready.size();
        long oldest = BatchRule.FOREVER;
        for (Gate<I> each : batched) {
            waiting += each.gate().waiting();
            oldest = Math.min(oldest, each.gate().oldestMs());
        }
        metrics.waiting(waiting, oldest);
    }
}
