/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.NamedValues;
import io.tspoon.flink.operator.NamedValues.Place;
import io.tspoon.flink.operator.TupleSerializers;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.batch.Batch.Unfit;
import io.tspoon.runtime.batch.BatchGate;
import io.tspoon.runtime.batch.PendingBatch;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What snapshots hold of the elements of one entrance that wait for others of their batch: keyed
 * state. A batch with a name moves with the key group of its name. One without a name is in the
 * first key group of its coordinator, and so are all if the first coordinator gets the whole input:
 * that coordinator has the first key group whatever their number.
 *
 * <pre>
 *  field   of a batch
 *  0       since when it waits, in milliseconds
 *  1       number of elements that have come before those that are here, times 4; plus why it is
 *          aborted: 0 it is not, 1 too large, 2 incomplete
 *  2       the elements with their times
 * </pre>
 *
 * <p>Only what has changed is written. Confined to the mailbox thread.
 */
final class PendingElements<I> {
    /** Name of the state, before that of the entrance; part of savepoints. */
    private static final String NAME = "pending-batches";

    private static final int UNFIT_FACTOR = 4;

    private static final Unfit[] UNFIT = Unfit.values();

    private final OpenPlan<I> plan;
    private final BatchPlan batches;
    private final TaskInfo task;
    private final NamedValues<Tuple3<Long, Long, List<Tuple2<Long, Object>>>> values;

    /** Where the last snapshot has values. */
    private Set<Place> stored = new HashSet<>();

    /** Takes an element that has waited. */
    interface Taker<I> {
        void take(I element, long time) throws Exception;
    }

    PendingElements(OpenPlan<I> plan, BatchPlan batches, AbstractStreamOperator<?> operator)
            throws Exception {
        this.plan = plan;
        this.batches = batches;
        this.task = operator.getRuntimeContext().getTaskInfo();
        this.values =
                new NamedValues<>(
                        operator,
                        batches.name().isEmpty() ? NAME : NAME + "-" + batches.name(),
                        TupleSerializers.ofNumbersAnd(
                                new ListSerializer<>(
                                        TupleSerializers.ofNumberAnd(batches.serializer()))));
    }

    // ------------------------------------------------------------------ snapshots

    /**
     * Writes what waits.
     *
     * @param ready batches that are not admitted yet, because time has ended them just now
     * @param pending batches that are not whole
     * @return whether anything waits
     */
    boolean write(List<Batch> ready, BatchGate pending) throws Exception {
        Set<Place> now = new HashSet<>();
        Map<String, Tuple3<Long, Long, List<Tuple2<Long, Object>>>> ended = ended(ready);
        for (PendingBatch batch : pending.pending()) {
            Place place = placeOf(batch.name());
            now.add(place);
            Tuple3<Long, Long, List<Tuple2<Long, Object>>> before = ended.remove(batch.name());
            if (before != null || !batch.isStored() || !stored.contains(place)) {
                values.put(place, value(batch, before));
                batch.markStored();
            }
        }
        for (Map.Entry<String, Tuple3<Long, Long, List<Tuple2<Long, Object>>>> batch :
                ended.entrySet()) {
            Place place = placeOf(batch.getKey());
            now.add(place);
            values.put(place, batch.getValue());
        }
        for (Place place : stored) {
            if (!now.contains(place)) {
                values.put(place, null);
            }
        }
        stored = now;
        return !now.isEmpty();
    }

    /** By name: what time has ended just now, as a batch whose time is over. */
    private Map<String, Tuple3<Long, Long, List<Tuple2<Long, Object>>>> ended(List<Batch> ready)
            throws Exception {
        Map<String, Tuple3<Long, Long, List<Tuple2<Long, Object>>>> ended = new TreeMap<>();
        for (Batch batch : ready) {
            String name = batches.rule().nameOf(batch.elements().get(0));
            Tuple3<Long, Long, List<Tuple2<Long, Object>>> value =
                    ended.computeIfAbsent(
                            name,
                            any -> Tuple3.of(0L, before(0, batch.unfit()), new ArrayList<>()));
            batch.elements().forEach(element -> value.f2.add(Tuple2.of(batch.time(), element)));
        }
        return ended;
    }

    /**
     * @param ended elements of the batch that were ended just now; null if there are none
     */
    private static Tuple3<Long, Long, List<Tuple2<Long, Object>>> value(
            PendingBatch batch, @Nullable Tuple3<Long, Long, List<Tuple2<Long, Object>>> ended) {
        List<Tuple2<Long, Object>> elements = new ArrayList<>();
        int before = batch.seenBefore();
        if (ended != null) {
            elements.addAll(ended.f2);
            before = Math.max(0, before - elements.size());
        }
        batch.elements()
                .forEach(element -> elements.add(Tuple2.of(element.time(), element.element())));
        return Tuple3.of(
                ended == null ? batch.sinceMs() : 0, before(before, batch.unfit()), elements);
    }

    private static long before(int seen, @Nullable Unfit unfit) {
        return (long) seen * UNFIT_FACTOR + (unfit == null ? 0 : 1 + unfit.ordinal());
    }

    private Place placeOf(String name) {
        int groups = task.getMaxNumberOfParallelSubtasks();
        boolean ofName = !name.isEmpty() && batches.spread() != InputSpread.SINGLE;
        return new Place(
                ofName
                        ? KeyGroupRangeAssignment.assignToKeyGroup(name, groups)
                        : KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                                        groups,
                                        task.getNumberOfParallelSubtasks(),
                                        task.getIndexOfThisSubtask())
                                .getStartKeyGroup(),
                name);
    }

    // ------------------------------------------------------------------ restore

    private record Waited(Place place, Tuple3<Long, Long, List<Tuple2<Long, Object>>> value) {}

    /** Gives back what has waited, what has waited longest first. */
    void restore(BatchGate gate, Taker<I> taker) throws Exception {
        List<Waited> all = new ArrayList<>();
        for (Place place : values.places()) {
            Tuple3<Long, Long, List<Tuple2<Long, Object>>> value = values.get(place);
            if (value != null) {
                all.add(new Waited(place, value));
            }
        }
        all.sort(
                Comparator.<Waited, Long>comparing(waited -> waited.value().f0)
                        .thenComparing(waited -> waited.place().keyGroup()));
        for (Waited waited : all) {
            stored.add(waited.place());
            restore(waited.place(), waited.value(), gate, taker);
        }
    }

    private void restore(
            Place place,
            Tuple3<Long, Long, List<Tuple2<Long, Object>>> value,
            BatchGate gate,
            Taker<I> taker)
            throws Exception {
        String name = place.name();
        if (!name.isEmpty()) {
            checkComesHere(place);
            int unfit = (int) (value.f1 % UNFIT_FACTOR);
            gate.restore(
                    name,
                    value.f0,
                    (int) (value.f1 / UNFIT_FACTOR),
                    unfit == 0 ? null : UNFIT[unfit - 1]);
        } else if (!value.f2.isEmpty()) {
            gate.restore(name, value.f0, 0, null); // it may become another batch now
        }
        for (Tuple2<Long, Object> waited : value.f2) {
            taker.take(plan.entered(batches.entrance(), waited.f1), waited.f0);
        }
    }

    /** Refuses a batch whose other elements come to another coordinator now. */
    private void checkComesHere(Place place) {
        boolean comesHere =
                batches.spread() == InputSpread.SINGLE
                        ? task.getIndexOfThisSubtask() == 0
                        : placeOf(place.name()).equals(place);
        if (!comesHere) {
            throw new IllegalStateException(
                    "[TSP-2041] Cannot go on with batch: its other elements come to another"
                            + " coordinator than those that wait, graph="
                            + plan.settings().graph()
                            + ", batch="
                            + place.name()
                            + ". Give the t-graph the isolation level and its input the"
                            + " parallelism that they had; at PL4 an input that is not parallel"
                            + " comes to one coordinator. Stop the job with --drain before you"
                            + " change that.");
        }
    }
}
