/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.shape.RecordKey;
import io.tspoon.runtime.shape.RecordWays;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.OperatorIndexes;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Fragments that are processed together, in columns, with their records and accesses. Fragments of
 * one attempt that follow each other are in the same batch.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class FragmentBatch<I, K, V, O> {
    private static final int BATCH = 128;

    private final KeySelector<I, K> keySelector;
    private final AccessModes<I> modes;
    private final Participant<K, V> participant;
    private final RecordCache<K, V> cache;
    private final Accesses<I, K, V, O> accesses;

    private List<I> elements = new ArrayList<>(BATCH);
    private int[] slots = new int[BATCH];
    private long[] timestamps = new long[BATCH];
    private long[] weights = new long[BATCH];
    private boolean[] speculative = new boolean[BATCH];
    private boolean[] guarded = new boolean[BATCH];
    private boolean[] deepest = new boolean[BATCH];
    private boolean[] last = new boolean[BATCH];
    private int[] numbers = new int[BATCH];
    private int size;
    private RecordCache.@Nullable LookUp<K, V> records;

    /**
     * Accesses that can be reused, but only within the same batch, so that they never become old
     * and a store into them costs the garbage collector nothing.
     */
    private List<StateAccess<I, K, V, O>> reusable = new ArrayList<>();

    /** The number of reusable accesses that serve the current attempt. */
    private int inUse;

    public FragmentBatch(
            StateOperatorPlan<I, K, V, O> plan,
            Participant<K, V> participant,
            RecordCache<K, V> cache,
            OperatorIndexes<K, V> indexes,
            AccessRunner<I, K, V, O> runner) {
        this.keySelector = plan.keySelector();
        this.modes = plan.shape().modes();
        this.participant = participant;
        this.cache = cache;
        this.accesses = plan.shape().ways(new Ways<>(runner, participant, cache, indexes));
    }

    /** Makes accesses. */
    private interface Accesses<I, K, V, O> {
        StateAccess<I, K, V, O> of(I element);
    }

    private record Ways<I, K, V, O>(
            AccessRunner<I, K, V, O> runner,
            Participant<K, V> participant,
            RecordCache<K, V> cache,
            OperatorIndexes<K, V> indexes)
            implements RecordWays<Accesses<I, K, V, O>> {
        @Override
        public Accesses<I, K, V, O> perKey(WrittenReader written) {
            return element -> new StateAccess<>(runner, element);
        }

        @Override
        @SuppressWarnings("unchecked") // such an operator has records in partitions
        public Accesses<I, K, V, O> perPartition() {
            Ways<I, RecordKey, Object, O> here = (Ways<I, RecordKey, Object, O>) this;
            return element ->
                    (StateAccess<I, K, V, O>)
                            new PartitionAccess<>(
                                    here.runner,
                                    element,
                                    here.participant,
                                    here.cache,
                                    here.indexes);
        }
    }

    int size() {
        return size;
    }

    /** Whether the batch is full, and a fragment with this timestamp can be in another one. */
    boolean isFull(long timestamp) {
        return size >= BATCH && timestamps[size - 1] != timestamp;
    }

    /**
     * Adds a fragment.
     *
     * @param row row of the fragment
     */
    public void add(I element, FragmentRows fragments, int row) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            timestamps = Arrays.copyOf(timestamps, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
            speculative = Arrays.copyOf(speculative, size * 2);
            guarded = Arrays.copyOf(guarded, size * 2);
            deepest = Arrays.copyOf(deepest, size * 2);
            last = Arrays.copyOf(last, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        elements.add(element);
        slots[size] = fragments.slot(row);
        timestamps[size] = fragments.timestamp(row);
        weights[size] = fragments.weight(row);
        speculative[size] = fragments.isSpeculative(row);
        guarded[size] = fragments.isGuarded(row);
        deepest[size] = fragments.isDeepest(row);
        last[size] = fragments.isLast(row);
        numbers[size] = fragments.number(row);
        size++;
    }

    /** Fetches the records of all fragments. */
    void lookUp() throws Exception {
        RecordCache.LookUp<K, V> lookUp = cache.lookUp(size);
        for (int i = 0; i < size; i++) {
            lookUp.add(keySelector.getKey(elements.get(i)));
        }
        lookUp.prefetch();
        records = lookUp;
    }

    /** Forgets everything. */
    void clear() {
        elements = new ArrayList<>(BATCH);
        size = 0;
        records = null;
        forgetAccesses();
    }

    // ------------------------------------------------------------------ attempts

    /** Where the fragments of the attempt end that begin here; its accesses come next. */
    int beginAttempt(int from) {
        inUse = 0;
        int to = from + 1;
        while (to < size && timestamps[to] == timestamps[from]) {
            to++;
        }
        return to;
    }

    /**
     * Whether nobody else votes about the attempt of the fragments: they are all of it, or the last
     * of it.
     */
    boolean voteLast(int from, int to) {
        if (last[from]) {
            return true;
        }
        long weight = weights[from];
        for (int i = from + 1; i < to; i++) {
            weight = Weight.plus(weight, weights[i]);
        }
        return weight == Weight.WHOLE;
    }

    public int coordinator(int index) {
        return participant.versions().coordinatorOf(timestamps[index]);
    }

    public int slot(int index) {
        return slots[index];
    }

    public long timestamp(int index) {
        return timestamps[index];
    }

    public long weight(int index) {
        return weights[index];
    }

    /** Whether the element derives from a tentative version. */
    boolean isSpeculative(int index) {
        return speculative[index];
    }

    CachedRecord<K, V> record(int index) throws Exception {
        return lookedUp().record(index);
    }

    /** The access of a fragment, which serves until the next attempt begins. */
    public StateAccess<I, K, V, O> access(int index) throws Exception {
        I element = elements.get(index);
        if (inUse == reusable.size()) {
            reusable.add(accesses.of(element));
        }
        StateAccess<I, K, V, O> access = reusable.get(inUse++);
        access.begin(element, weights[index], last[index], lookedUp().keyAtHand(index));
        access.number(numbers[index]);
        AccessMode mode = guarded[index] ? access.guarded(modes) : modes.of(element);
        if (deepest[index]) {
            access.deepest();
        }
        access.prepare(coordinator(index), slots[index], timestamps[index], mode);
        if (speculative[index]) {
            access.speculate();
        }
        return access;
    }

    /** Nobody refers to the newest access any more; the next fragment has it. */
    void reuseNewest() {
        inUse--;
    }

    /** Leaves the newest access to the record, which refers to it from now on. */
    void forgetNewest() {
        inUse--;
        reusable.set(inUse, reusable.get(reusable.size() - 1));
        reusable.remove(reusable.size() - 1);
    }

    /** Leaves the accesses made so far to who refers to them from now on. */
    void forgetAccesses() {
        reusable = new ArrayList<>();
        inUse = 0;
    }

    private RecordCache.LookUp<K, V> lookedUp() {
        return Objects.requireNonNull(records);
    }
}
