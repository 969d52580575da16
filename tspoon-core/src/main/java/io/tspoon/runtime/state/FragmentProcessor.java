/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.Weight;
import io.tspoon.runtime.plan.AccessModes;

import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Lets fragments access their keys, a batch at a time.
 *
 * <p>Most of the cost of an access is waiting for memory. So the records of a whole batch are
 * fetched first, in tight loops in which the processor waits for many places at once; the batch is
 * small enough that they are still at hand when they are used.
 *
 * <p>An attempt whose whole weight is in the batch, and which goes nowhere else, is decided here:
 * nobody else has a vote, unless it depends on another attempt. It needs neither a vote nor a
 * decision that travels. Fragments of one attempt that come one after the other are always in the
 * same batch.
 *
 * <p>Confined to the mailbox thread.
 */
final class FragmentProcessor<I, K, V, O> {
    private static final int BATCH = 128;

    private final KeySelector<I, K> keySelector;
    private final AccessModes<I> modes;
    private final boolean decidesAlone;
    private final Participant<K, V> participant;
    private final RecordCache<K, V> cache;
    private final AccessRunner<I, K, V, O> runner;

    private List<I> elements = new ArrayList<>(BATCH);
    private int[] slots = new int[BATCH];
    private long[] timestamps = new long[BATCH];
    private long[] weights = new long[BATCH];
    private int size;
    private @Nullable Queue<StateAccess<I, K, V, O>> waiting;

    FragmentProcessor(
            StateOperatorPlan<I, K, V, O> plan,
            Participant<K, V> participant,
            RecordCache<K, V> cache,
            AccessRunner<I, K, V, O> runner) {
        this.keySelector = plan.state().keySelector();
        this.modes = plan.state().modes();
        // With a log nothing may be visible before it is durable.
        this.decidesAlone = !plan.sendsOn() && plan.settings().log() == null;
        this.participant = participant;
        this.cache = cache;
        this.runner = runner;
    }

    /**
     * Fragments are added in the order of their timestamps, so none can come too late; those that
     * have to wait for decisions are added to the queue.
     */
    void keepOrder(Queue<StateAccess<I, K, V, O>> waitingAccesses) {
        waiting = waitingAccesses;
    }

    /** Adds a fragment, and processes those before it if they are enough. */
    void add(I element, int slot, long timestamp, long weight, long oldestReader) throws Exception {
        if (size >= BATCH && timestamps[size - 1] != timestamp) {
            process(oldestReader);
        }
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            timestamps = Arrays.copyOf(timestamps, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        elements.add(element);
        slots[size] = slot;
        timestamps[size] = timestamp;
        weights[size] = weight;
        size++;
    }

    /**
     * Processes the fragments added since the last call.
     *
     * @param oldestReader versions that only reads up to this timestamp could ask for are not kept
     */
    void process(long oldestReader) throws Exception {
        if (size == 0) {
            return;
        }
        RecordCache.LookUp<K, V> lookUp = cache.lookUp(size);
        for (int i = 0; i < size; i++) {
            lookUp.add(keySelector.getKey(elements.get(i)));
        }
        lookUp.fetch();
        int from = 0;
        while (from < size) {
            int to = from + 1;
            long weight = weights[from];
            while (to < size && timestamps[to] == timestamps[from]) {
                weight += weights[to++];
            }
            if (decidesAlone && weight == Weight.WHOLE) {
                applyWhole(lookUp, from, to, oldestReader);
            } else {
                for (int i = from; i < to; i++) {
                    finish(submit(lookUp, i));
                }
            }
            from = to;
        }
        elements = new ArrayList<>(BATCH);
        size = 0;
    }

    private void applyWhole(RecordCache.LookUp<K, V> lookUp, int from, int to, long oldestReader)
            throws Exception {
        StateAccess<I, K, V, O> first = submit(lookUp, from);
        boolean granted = first.isGrantedAlone();
        StateAccess<I, K, V, O> last = first;
        for (int i = from + 1; i < to; i++) {
            StateAccess<I, K, V, O> next = submit(lookUp, i);
            granted &= next.isGrantedAlone();
            last.next = next;
            last = next;
        }
        boolean commits = true;
        StateAccess<I, K, V, O> access = first;
        while (access != null) {
            StateAccess<I, K, V, O> next = access.next;
            access.next = null;
            if (granted) {
                commits &= runner.run(access, false);
            } else {
                finish(access);
            }
            access = next;
        }
        if (granted) {
            participant.decide(
                    Timestamps.coordinator(timestamps[from]),
                    slots[from],
                    timestamps[from],
                    commits ? Decision.COMMIT : Decision.ABORT,
                    oldestReader);
        }
    }

    private StateAccess<I, K, V, O> submit(RecordCache.LookUp<K, V> lookUp, int index)
            throws Exception {
        StateAccess<I, K, V, O> access = access(index);
        access.admittance = participant.submit(access, lookUp.record(index));
        return access;
    }

    private void finish(StateAccess<I, K, V, O> access) throws Exception {
        switch (access.admittance) {
            case GRANTED -> runner.run(access, true);
            case REFUSED -> refuse(access);
            case WAITING -> {
                if (waiting != null) {
                    waiting.add(access);
                }
            }
        }
    }

    private void refuse(StateAccess<I, K, V, O> access) throws Exception {
        if (waiting != null) {
            throw new ProtocolException(
                    "Cannot keep entry order: an access came too late, key="
                            + access.key()
                            + ", timestamp="
                            + access.timestamp()
                            + ", conflict="
                            + access.conflict());
        }
        runner.refuse(access);
    }

    private StateAccess<I, K, V, O> access(int index) throws Exception {
        long timestamp = timestamps[index];
        I element = elements.get(index);
        StateAccess<I, K, V, O> access = new StateAccess<>(runner, element, weights[index]);
        access.prepare(
                Timestamps.coordinator(timestamp), slots[index], timestamp, modes.of(element));
        return access;
    }
}
