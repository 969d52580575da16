/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Admittance;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Weight;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.FragmentKind;

import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Lets fragments access their keys, one batch at a time.
 *
 * <p>Most of the cost of an access is waiting for memory. So the records of a whole batch are
 * fetched first, in tight loops in which the processor waits for many memory accesses at once. The
 * batch is small enough that the records are still in the cache when they are used.
 *
 * <p>An attempt whose whole weight is in the batch, and whose operator sends nothing on, is decided
 * here: nobody else has a vote, unless the attempt depends on another one. So neither a vote nor a
 * decision has to travel (ADR 0009). Consecutive fragments of one attempt are always in the same
 * batch.
 *
 * <p>Confined to the mailbox thread.
 */
final class FragmentProcessor<I, K, V, O> {
    private static final int BATCH = 128;

    private final KeySelector<I, K> keySelector;
    private final AccessModes<I> modes;
    private final boolean decidesAlone;

    /** Whether there is a log, so that a decision made here is not yet durable. */
    private final boolean logged;

    /** Whether fragments are added in timestamp order, so that none can come too late. */
    private final boolean ordered;

    private final Participant<K, V> participant;
    private final RecordCache<K, V> cache;
    private final AccessRunner<I, K, V, O> runner;
    private final WokenAccesses<K, V> woken;
    private final Runnable sender;

    private List<I> elements = new ArrayList<>(BATCH);
    private int[] slots = new int[BATCH];
    private long[] timestamps = new long[BATCH];
    private long[] weights = new long[BATCH];
    private boolean[] speculative = new boolean[BATCH];
    private int size;

    /**
     * Accesses that can be reused, but only within the same batch, so that they never become old
     * and a store into them costs the garbage collector nothing.
     */
    private List<StateAccess<I, K, V, O>> reusable = new ArrayList<>();

    /** The number of reusable accesses that serve the current attempt. */
    private int inUse;

    private @Nullable Queue<StateAccess<I, K, V, O>> waiting;

    /**
     * @param woken goes on with what the decision of an attempt made here has woken
     * @param sender sends what the runner has written. Called only between two attempts, because
     *     close takes everything decided here, up to the last row of a block, as reported
     */
    FragmentProcessor(
            StateOperatorPlan<I, K, V, O> plan,
            Participant<K, V> participant,
            RecordCache<K, V> cache,
            AccessRunner<I, K, V, O> runner,
            WokenAccesses<K, V> woken,
            Runnable sender) {
        this.keySelector = plan.keySelector();
        this.modes = plan.modes();
        this.logged = plan.settings().log() != null;
        this.decidesAlone = plan.mayDecideAlone();
        this.ordered = plan.settings().isOrdered();
        this.participant = participant;
        this.cache = cache;
        this.runner = runner;
        this.woken = woken;
        this.sender = sender;
    }

    /**
     * Sets the queue to which accesses that have to wait for decisions are added. The owner of the
     * queue removes them.
     */
    void noteWaiting(Queue<StateAccess<I, K, V, O>> waitingAccesses) {
        waiting = waitingAccesses;
    }

    /**
     * Adds a fragment. First processes the fragments before it if they fill a batch.
     *
     * @param row row of the fragment in its block
     */
    void add(I element, Block block, int row) throws Exception {
        long timestamp = block.timestamp(row);
        if (size >= BATCH && timestamps[size - 1] != timestamp) {
            process();
        }
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            timestamps = Arrays.copyOf(timestamps, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
            speculative = Arrays.copyOf(speculative, size * 2);
        }
        elements.add(element);
        slots[size] = block.slot(row);
        timestamps[size] = timestamp;
        weights[size] = block.weight(row);
        speculative[size] = FragmentKind.has(block.kind(row), FragmentKind.SPECULATIVE);
        size++;
    }

    /** Processes the fragments added since the last call. */
    void process() throws Exception {
        if (size == 0) {
            return;
        }
        RecordCache.LookUp<K, V> lookUp = cache.lookUp(size);
        for (int i = 0; i < size; i++) {
            lookUp.add(keySelector.getKey(elements.get(i)));
        }
        lookUp.prefetch();
        int from = 0;
        while (from < size) {
            inUse = 0;
            int to = from + 1;
            long weight = weights[from];
            while (to < size && timestamps[to] == timestamps[from]) {
                weight = Weight.plus(weight, weights[to++]);
            }
            if (decidesAlone && weight == Weight.WHOLE) {
                applyWhole(lookUp, from, to);
            } else {
                applyEach(lookUp, from, to);
            }
            if (runner.takeLarge()) {
                sender.run();
            }
            from = to;
        }
        elements = new ArrayList<>(BATCH);
        size = 0;
        forgetAccesses();
    }

    private void applyEach(RecordCache.LookUp<K, V> lookUp, int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            StateAccess<I, K, V, O> access;
            try {
                access = access(lookUp, i);
            } catch (Exception e) {
                if (!speculative[i]) {
                    throw e;
                }
                runner.repeat(
                        participant.coordinatorOf(timestamps[i]),
                        slots[i],
                        timestamps[i],
                        weights[i],
                        e);
                continue;
            }
            finish(access, participant.submit(access, lookUp.record(i)));
        }
    }

    private void forgetAccesses() {
        reusable = new ArrayList<>();
        inUse = 0;
    }

    /** Applies all fragments of an attempt, and decides it at once if all its keys are free. */
    private void applyWhole(RecordCache.LookUp<K, V> lookUp, int from, int to) throws Exception {
        StateAccess<I, K, V, O> first = grantAlone(lookUp, from, to);
        if (first == null) {
            if (logged) {
                applyEach(lookUp, from, to);
            } else {
                applyTogether(lookUp, from, to);
            }
            return;
        }
        boolean commits = true;
        for (StateAccess<I, K, V, O> one = first; one != null; one = one.next) {
            commits &= runner.run(one, false);
        }
        Decision decision = commits ? Decision.COMMIT : Decision.ABORT;
        for (StateAccess<I, K, V, O> one = first; one != null; one = one.next) {
            participant.decideAlone(one, decision);
        }
    }

    /**
     * The first of the granted accesses, which form a chain; null if one of them was not granted.
     */
    private @Nullable StateAccess<I, K, V, O> grantAlone(
            RecordCache.LookUp<K, V> lookUp, int from, int to) throws Exception {
        StateAccess<I, K, V, O> first = null;
        StateAccess<I, K, V, O> last = null;
        for (int i = from; i < to; i++) {
            StateAccess<I, K, V, O> access = access(lookUp, i);
            if (!participant.grantAlone(access, lookUp.record(i))) {
                return null;
            }
            if (last == null) {
                first = access;
            } else {
                last.next = access;
            }
            last = access;
        }
        return first;
    }

    private void applyTogether(RecordCache.LookUp<K, V> lookUp, int from, int to) throws Exception {
        List<StateAccess<I, K, V, O>> accesses = new ArrayList<>(to - from);
        List<Admittance> admittances = new ArrayList<>(to - from);
        boolean granted = true;
        for (int i = from; i < to; i++) {
            StateAccess<I, K, V, O> access = access(lookUp, i);
            Admittance admittance = participant.submit(access, lookUp.record(i));
            granted &= admittance == Admittance.GRANTED && !access.isDependent();
            accesses.add(access);
            admittances.add(admittance);
        }
        if (!granted) {
            for (int i = 0; i < accesses.size(); i++) {
                finish(accesses.get(i), admittances.get(i));
            }
            return;
        }
        boolean commits = true;
        for (StateAccess<I, K, V, O> access : accesses) {
            commits &= runner.run(access, false);
        }
        participant.decide(
                participant.coordinatorOf(timestamps[from]),
                slots[from],
                timestamps[from],
                commits ? Decision.COMMIT : Decision.ABORT);
        woken.goOn();
    }

    private void finish(StateAccess<I, K, V, O> access, Admittance admittance) throws Exception {
        switch (admittance) {
            case GRANTED -> runner.run(access, true);
            case REFUSED -> refuse(access);
            case WAITING -> {
                forgetAccesses(); // the record refers to this one from now on
                if (waiting != null) {
                    waiting.add(access);
                }
            }
        }
    }

    private void refuse(StateAccess<I, K, V, O> access) throws Exception {
        if (ordered) {
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

    private StateAccess<I, K, V, O> access(RecordCache.LookUp<K, V> lookUp, int index)
            throws Exception {
        long timestamp = timestamps[index];
        I element = elements.get(index);
        if (inUse == reusable.size()) {
            reusable.add(new StateAccess<>(runner, element));
        }
        StateAccess<I, K, V, O> access = reusable.get(inUse++);
        access.begin(element, weights[index], lookUp.keyAtHand(index));
        access.prepare(
                participant.coordinatorOf(timestamp), slots[index], timestamp, modes.of(element));
        if (speculative[index]) {
            access.speculate();
        }
        return access;
    }
}
