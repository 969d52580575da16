/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.deterministic.KeyTurns;
import io.tspoon.protocol.deterministic.OpenRequests;
import io.tspoon.read.ChainStatus;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.pipeline.Interruption;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.transport.Awaited;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the values of keys to functions in open operators, each key at its turn, and installs what
 * they write. What is installed is final: the function has decided the transaction, and no access
 * here can fail.
 *
 * <p>Confined to the mailbox thread. Design: ADR 0034.
 */
@Internal
public final class ValueProcessor<K, V> implements AccessesInTurn<ExchangedValue<K, V>> {
    private static final Logger LOG = LoggerFactory.getLogger(ValueProcessor.class);
    private static final int BATCH = 128;

    private final StateOperatorPlan<ExchangedValue<K, V>, K, V, ?> plan;
    private final ValueShape<?, V, ?> shape;
    private final TypeSerializer<ExchangedValue<K, V>> serializer;
    private final RecordCache<K, V> cache;
    private final InstalledVersions<K, V> versions;
    private final ChainTable<K, V, KeyTurns<Request<K, V>>> turns;
    private final OpenRequests open;
    private final FragmentWriter writer;
    private final ChainMetrics metrics;
    private final Runnable sender;

    private List<Arrived<K, V>> arrived = new ArrayList<>(BATCH);

    /** A fragment. */
    private record Arrived<K, V>(ExchangedValue<K, V> value, int slot, long id, long weight) {}

    /** A fragment that asks for a value, until its key is given back. */
    private record Request<K, V>(Arrived<K, V> fragment, OpenRequests.Part part) {}

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param sender sends what was written to the outputs
     */
    public ValueProcessor(
            StateOperatorPlan<ExchangedValue<K, V>, K, V, ?> plan,
            int coordinators,
            RecordCache<K, V> cache,
            InstalledVersions<K, V> versions,
            Outputs<?, ParticipantToClose> outputs,
            RuntimeContext context,
            Runnable sender) {
        this.plan = plan;
        this.shape = plan.shape();
        this.serializer = plan.inputSerializer();
        this.cache = cache;
        this.versions = versions;
        this.turns = new ChainTable<>(versions);
        this.open = new OpenRequests(coordinators);
        this.writer =
                new FragmentWriter(
                        outputs,
                        new AbortCapture(),
                        new FragmentWriter.Bounds(
                                plan.name(),
                                GraphSettings.MAX_SENT_BYTES,
                                plan.settings().maxOutcomeBytes()));
        this.metrics = new ChainMetrics(context.getMetricGroup());
        this.sender = sender;
    }

    @Override
    public void close() {}

    @Override
    public void logFailure(Throwable failure) {
        if (!Interruption.is(failure)) {
            LOG.error(
                    "[TSP-2223] Cannot give values to functions, so the job fails, state={}",
                    plan.name(),
                    failure);
        }
    }

    // ------------------------------------------------------------------ coordinators

    /** Nothing is assumed here. */
    @Override
    public void notice(long id, boolean abort) {
        throw new ProtocolException(
                "[TSP-2533] Cannot apply notice: nothing fails here, transaction=" + id);
    }

    @Override
    public void finalUpTo(int coordinator, long id) {
        open.finalUpTo(coordinator, id);
    }

    /** Keys are given back, most of them with a new value. */
    @Override
    public void late(FragmentRows fragments) throws Exception {
        List<Arrived<K, V>> late = new ArrayList<>(fragments.size());
        DataInputDeserializer payload = fragments.readPayload();
        for (int row = 0; row < fragments.size(); row++) {
            late.add(arrived(serializer.deserialize(payload), fragments, row));
        }
        fragments.checkConsumed();
        RecordCache.LookUp<K, V> records = lookUp(late);
        for (int i = 0; i < late.size(); i++) {
            giveBack(late.get(i), records.record(i));
            sendIfLarge();
        }
    }

    private void giveBack(Arrived<K, V> late, CachedRecord<K, V> record) throws IOException {
        KeyTurns<Request<K, V>> key = turns.find(record);
        Request<K, V> owner = key == null ? null : key.owner();
        if (key == null || owner == null || owner.fragment.id != late.id) {
            throw new ProtocolException(
                    "[TSP-2534] Cannot give back key: the transaction does not have it,"
                            + " transaction="
                            + late.id
                            + ", key="
                            + record.key());
        }
        end(late, record);
        open.closed(owner.part);
        key.giveBack();
        Request<K, V> next = key.next();
        while (next != null) {
            answer(next, record, key);
            next = key.next();
        }
        if (key.isFree()) {
            turns.remove(record);
        }
    }

    private void end(Arrived<K, V> late, CachedRecord<K, V> record) throws IOException {
        writer.begin(versions.coordinatorOf(late.id), late.slot, late.id);
        if (late.value.mode() == AccessMode.WRITE) {
            V value = late.value.value();
            versions.installEarly(record, late.id, value);
            shape.report(writer, false, false, plan.records(), record.key(), value);
        }
        writer.end(late.weight);
    }

    // ------------------------------------------------------------------ accesses

    @Override
    public void repair() {}

    @Override
    public boolean mustRepair() {
        return false;
    }

    @Override
    public int awaited() {
        return open.isEmpty() ? Awaited.NOTHING : Awaited.FUNCTION;
    }

    @Override
    public void blockProcessed(int before) {
        metrics.update(open.size(), before);
    }

    /** Functions run elsewhere, and once. */
    @Override
    public @Nullable ChainStatus status() {
        return null;
    }

    @Override
    public int room() {
        return BATCH - arrived.size();
    }

    @Override
    public void add(ExchangedValue<K, V> element, FragmentRows fragments, int row) {
        arrived.add(arrived(element, fragments, row));
    }

    private static <K, V> Arrived<K, V> arrived(
            ExchangedValue<K, V> element, FragmentRows fragments, int row) {
        return new Arrived<>(
                element, fragments.slot(row), fragments.timestamp(row), fragments.weight(row));
    }

    @Override
    public void process() throws Exception {
        if (arrived.isEmpty()) {
            return;
        }
        RecordCache.LookUp<K, V> records = lookUp(arrived);
        for (int i = 0; i < arrived.size(); i++) {
            ask(arrived.get(i), records.record(i));
            sendIfLarge();
        }
        arrived = new ArrayList<>(BATCH);
    }

    private RecordCache.LookUp<K, V> lookUp(List<Arrived<K, V>> fragments) {
        RecordCache.LookUp<K, V> records = cache.lookUp(fragments.size());
        for (Arrived<K, V> fragment : fragments) {
            records.add(fragment.value.givenKey());
        }
        records.prefetch();
        return records;
    }

    /** Readers need not wait for requests: no result shows what is not installed everywhere. */
    private void ask(Arrived<K, V> asking, CachedRecord<K, V> record) throws IOException {
        Request<K, V> request = new Request<>(asking, open.opened(asking.id));
        KeyTurns<Request<K, V>> key = turns.find(record);
        if (key != null) {
            key.add(request);
            return;
        }
        key = new KeyTurns<>();
        answer(request, record, key);
        if (!key.isFree()) {
            turns.add(record, key);
        }
    }

    /** It is the turn of a request. */
    private void answer(
            Request<K, V> request, CachedRecord<K, V> record, KeyTurns<Request<K, V>> key)
            throws IOException {
        Arrived<K, V> asking = request.fragment;
        @Nullable V installed = record.installed();
        @Nullable V seen = installed == null ? initial(record.key()) : installed;
        writer.begin(versions.coordinatorOf(asking.id), asking.slot, asking.id);
        writer.toOpen(serializer, asking.value.answer(installed != null, seen));
        writer.end(asking.weight);
        if (asking.value.mode().writes()) {
            key.take(request);
        } else {
            open.closed(request.part);
        }
    }

    @SuppressWarnings("unchecked") // the operator has one state
    private @Nullable V initial(K key) {
        return (V) plan.states().get(0).initialValue().of(key);
    }

    private void sendIfLarge() {
        if (writer.getAndClearLarge()) {
            sender.run();
        }
    }

    // ------------------------------------------------------------------ progress

    @Override
    public void arrived(long upTo) {
        open.arrived(upTo);
    }

    @Override
    public long judged() {
        return open.judged();
    }

    @Override
    public long settled() {
        return open.settled();
    }

    /** Everything that is installed here is final. */
    @Override
    public long lowestAwaitingFinal() {
        return Timestamps.NONE;
    }

    @Override
    public int open() {
        return open.size();
    }
}
