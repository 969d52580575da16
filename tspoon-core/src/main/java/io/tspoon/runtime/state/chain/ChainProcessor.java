/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.deterministic.DeterministicParticipant;
import io.tspoon.protocol.deterministic.SpeculationDepth;
import io.tspoon.read.ChainStatus;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.transport.Awaited;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lets the transactions whose turn it is access their keys, one batch at a time.
 *
 * <p>Most of the cost of an access is waiting for memory. So the records of a whole batch are
 * fetched first, in tight loops in which the processor waits for many memory accesses at once.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class ChainProcessor<I, K, V, O> implements AccessesInTurn<I> {
    private static final int BATCH = 128;

    private final KeySelector<I, K> keySelector;
    private final AccessModes<I> modes;
    private final RecordCache<K, V> cache;
    private final InstalledVersions<K, V> versions;
    private final ChainTable<K, V, RecordChain<I, K, V, O>> chains;
    private final ChainRunner<I, K, V, O> runner;
    private final SpeculationDepth depth = SpeculationDepth.steered();
    private final DeterministicParticipant<K, V, ChainedAccess<I, K, V, O>> participant;
    private final ChainMetrics metrics;
    private final Runnable sender;

    private List<I> elements = new ArrayList<>(BATCH);
    private int[] slots = new int[BATCH];
    private long[] timestamps = new long[BATCH];
    private long[] weights = new long[BATCH];
    private int[] instances = new int[BATCH];
    private boolean[] mayFail = new boolean[BATCH];
    private boolean[] guarded = new boolean[BATCH];
    private int[] numbers = new int[BATCH];
    private boolean[] deepest = new boolean[BATCH];
    private int size;

    /** Accesses that serve for one transaction after the other, if these are over at once. */
    private List<ChainedAccess<I, K, V, O>> reusable = new ArrayList<>();

    /** The number of transactions in the batch. */
    private int transactions;

    /**
     * @param sender sends what was written to the outputs; called between two transactions only
     */
    public ChainProcessor(
            StateOperatorPlan<I, K, V, O> plan,
            int coordinators,
            RecordCache<K, V> cache,
            InstalledVersions<K, V> versions,
            Outputs<?, ParticipantToClose> outputs,
            RuntimeContext context,
            Runnable sender)
            throws Exception {
        this.keySelector = plan.keySelector();
        this.modes = plan.shape().modes();
        this.cache = cache;
        this.versions = versions;
        this.chains = new ChainTable<>(versions);
        this.runner = new ChainRunner<>(plan, outputs, context);
        this.participant =
                new DeterministicParticipant<>(
                        coordinators, runner, depth, new ChainReports<>(runner, outputs));
        this.metrics = new ChainMetrics(context.getMetricGroup());
        this.sender = sender;
    }

    @Override
    public void logFailure(Throwable failure) {
        runner.logFailure(failure);
    }

    @Override
    public void close() throws Exception {
        runner.close();
    }

    // ------------------------------------------------------------------ coordinators

    @Override
    public void notice(long id, boolean abort) {
        participant.notice(id, abort);
    }

    @Override
    public void finalUpTo(int coordinator, long id) {
        participant.finalUpTo(coordinator, id);
    }

    /** No function elsewhere gets values from here. */
    @Override
    public void late(FragmentRows fragments) {
        throw new ProtocolException(
                "[TSP-2222] Cannot take late fragments: nothing was asked here, count="
                        + fragments.size());
    }

    // ------------------------------------------------------------------ progress

    @Override
    public void repair() throws Exception {
        participant.repair();
    }

    @Override
    public boolean mustRepair() {
        return participant.mustRepair();
    }

    @Override
    public int awaited() {
        if (participant.mustRepair()) {
            return Awaited.REPAIR;
        }
        return participant.isThrowing() ? Awaited.FINAL_VALUE : Awaited.NOTHING;
    }

    @Override
    public void blockProcessed(int awaited) {
        metrics.update(participant, depth, awaited);
    }

    @Override
    public ChainStatus status() {
        return metrics.status();
    }

    @Override
    public void arrived(long upTo) throws Exception {
        participant.arrived(upTo);
    }

    @Override
    public long judged() {
        return participant.judged();
    }

    @Override
    public long settled() {
        return participant.settled();
    }

    @Override
    public long lowestAwaitingFinal() {
        return participant.unsettled() == 0 ? Timestamps.NONE : participant.lowestUnsettled();
    }

    @Override
    public int open() {
        return participant.isIdle() ? 0 : Math.max(1, participant.unsettled());
    }

    // ------------------------------------------------------------------ accesses

    @Override
    public int room() {
        return size >= BATCH ? 0 : participant.room() - transactions;
    }

    @Override
    public void add(I element, FragmentRows fragments, int row) {
        if (size == slots.length) {
            grow();
        }
        long timestamp = fragments.timestamp(row);
        if (size == 0 || timestamps[size - 1] != timestamp) {
            transactions++;
        }
        elements.add(element);
        slots[size] = fragments.slot(row);
        timestamps[size] = timestamp;
        weights[size] = fragments.weight(row);
        numbers[size] = fragments.number(row);
        instances[size] = fragments.instances(row);
        mayFail[size] = fragments.mayFail(row);
        guarded[size] = fragments.isGuarded(row);
        deepest[size] = fragments.isDeepest(row);
        size++;
    }

    private void grow() {
        slots = Arrays.copyOf(slots, size * 2);
        timestamps = Arrays.copyOf(timestamps, size * 2);
        weights = Arrays.copyOf(weights, size * 2);
        instances = Arrays.copyOf(instances, size * 2);
        mayFail = Arrays.copyOf(mayFail, size * 2);
        guarded = Arrays.copyOf(guarded, size * 2);
        numbers = Arrays.copyOf(numbers, size * 2);
        deepest = Arrays.copyOf(deepest, size * 2);
    }

    @Override
    public void process() throws Exception {
        if (size == 0) {
            return;
        }
        RecordCache.LookUp<K, V> records = cache.lookUp(size);
        for (int i = 0; i < size; i++) {
            records.add(keySelector.getKey(elements.get(i)));
        }
        records.prefetch();
        int from = 0;
        while (from < size) {
            int to = from + 1;
            while (to < size && timestamps[to] == timestamps[from]) {
                to++;
            }
            run(records, from, to);
            if (runner.getAndClearLarge()) {
                sender.run();
            }
            from = to;
        }
        elements = new ArrayList<>(BATCH);
        reusable = new ArrayList<>(); // so that they never become old
        size = 0;
        transactions = 0;
    }

    private void run(RecordCache.LookUp<K, V> records, int from, int to) throws Exception {
        long id = timestamps[from];
        versions.begins(id);
        participant.begin(id, versions.coordinatorOf(id), slots[from], instances[from]);
        int last = to - 1;
        for (int i = from; i < last; i++) {
            ChainedAccess<I, K, V, O> access = access(records, i, i - from);
            participant.access(access.chain(), access.mode(), mayFail[i], access);
        }
        ChainedAccess<I, K, V, O> access = access(records, last, last - from);
        boolean over = participant.lastAccess(access.chain(), access.mode(), mayFail[last], access);
        if (!over) {
            reusable = new ArrayList<>(); // chains refer to them
        }
    }

    private ChainedAccess<I, K, V, O> access(RecordCache.LookUp<K, V> records, int index, int place)
            throws Exception {
        I element = elements.get(index);
        CachedRecord<K, V> record = records.record(index);
        boolean again = versions.isAccessedAgain(record, timestamps[index]);
        if (place == reusable.size()) {
            reusable.add(new ChainedAccess<>(runner, newChain(record), element));
        }
        ChainedAccess<I, K, V, O> access = reusable.get(place);
        access.begin(
                record,
                again ? chainOfSame(record, place) : chains.find(record),
                element,
                slots[index],
                weights[index]);
        access.number(numbers[index]);
        if (guarded[index]) {
            access.guarded(modes);
        } else {
            access.setMode(modes.of(element));
        }
        if (deepest[index]) {
            access.deepest();
        }
        return access;
    }

    private RecordChain<I, K, V, O> newChain(CachedRecord<K, V> record) {
        return new RecordChain<>(record, versions, chains);
    }

    /** The chain of a record that the transaction has accessed before. */
    private @Nullable RecordChain<I, K, V, O> chainOfSame(CachedRecord<K, V> record, int accesses) {
        for (int i = accesses - 1; i >= 0; i--) {
            RecordChain<I, K, V, O> before = reusable.get(i).chain();
            if (before.isOf(record)) {
                return before;
            }
        }
        return chains.find(record);
    }
}
