/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.FlinkSerializers;
import io.tspoon.flink.operator.NamedValues;
import io.tspoon.flink.operator.NamedValues.Place;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.batch.BatchGate;
import io.tspoon.runtime.batch.PendingBatch;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
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
 *  0       what is known of it, see {@link PendingBatch#known()}
 *  1       keys of elements of an aborted batch of this name that a log has, and that will come again
 *  2       the elements with their times
 * </pre>
 *
 * <p>Only what has changed is written. Confined to the mailbox thread.
 */
final class PendingElements<I> {
    /** Name of the state, before that of the entrance; part of savepoints. */
    private static final String NAME = "pending-batches";

    private final OpenPlan<I> plan;
    private final BatchPlan batches;
    private final TaskInfo task;
    private final NamedValues<Tuple3<long[], List<String>, List<Tuple2<Long, Object>>>> values;

    /** Where the last snapshot has values. */
    private Set<Place> stored = new HashSet<>();

    /** Takes an element that has waited. */
    interface Taker<I> {
        void take(I element, long time, long sinceMs) throws Exception;
    }

    PendingElements(OpenPlan<I> plan, BatchPlan batches, AbstractStreamOperator<?> operator)
            throws Exception {
        this.plan = plan;
        this.batches = batches;
        RuntimeContext context = operator.getRuntimeContext();
        this.task = context.getTaskInfo();
        this.values =
                new NamedValues<>(
                        operator,
                        batches.name().isEmpty() ? NAME : NAME + "-" + batches.name(),
                        FlinkSerializers.ofNumbersTextsAndNumbered(batches.serializer()));
    }

    // ------------------------------------------------------------------ snapshots

    /**
     * Writes what waits.
     *
     * @param ready batches that are not admitted yet, because time has ended them just now
     * @param pending batches that are not whole
     * @return whether elements wait; what is known of others is of no use without batches
     */
    boolean write(List<Batch> ready, BatchGate pending) throws Exception {
        Set<Place> now = new HashSet<>();
        Map<String, Tuple3<long[], List<String>, List<Tuple2<Long, Object>>>> ended = ended(ready);
        boolean waits = !ended.isEmpty();
        for (PendingBatch batch : pending.pending()) {
            waits |= !batch.elements().isEmpty();
            Place place = placeOf(batch.name());
            now.add(place);
            Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> before =
                    ended.remove(batch.name());
            if (before != null || !batch.isStored() || !stored.contains(place)) {
                values.put(place, value(batch, before));
                batch.markStored(before == null);
            }
        }
        for (Map.Entry<String, Tuple3<long[], List<String>, List<Tuple2<Long, Object>>>> batch :
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
        return waits;
    }

    /** By name: what time has ended just now, as a batch whose time is over. */
    private Map<String, Tuple3<long[], List<String>, List<Tuple2<Long, Object>>>> ended(
            List<Batch> ready) throws Exception {
        Map<String, Tuple3<long[], List<String>, List<Tuple2<Long, Object>>>> ended =
                new TreeMap<>();
        for (Batch batch : ready) {
            String name = batches.rule().nameOf(batch.elements().get(0));
            Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> value =
                    ended.computeIfAbsent(
                            name,
                            any ->
                                    Tuple3.of(
                                            PendingBatch.known(0, batch.unfit()),
                                            List.of(),
                                            new ArrayList<>()));
            batch.elements().forEach(element -> value.f2.add(Tuple2.of(batch.time(), element)));
        }
        return ended;
    }

    /**
     * @param ended elements of the batch that were ended just now; null if there are none
     */
    private static Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> value(
            PendingBatch batch,
            @Nullable Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> ended) {
        List<Tuple2<Long, Object>> elements = new ArrayList<>();
        long[] known = batch.known();
        if (ended != null) {
            elements.addAll(ended.f2);
            int seen = PendingBatch.Known.SEEN_BEFORE.ordinal();
            known[seen] = Math.max(0, known[seen] - elements.size());
            known[PendingBatch.Known.SINCE_MS.ordinal()] = 0;
        }
        batch.elements()
                .forEach(element -> elements.add(Tuple2.of(element.time(), element.element())));
        return Tuple3.of(known, batch.loggedUnfit(), elements);
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

    private record Waited(
            Place place, Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> value) {
        long sinceMs() {
            return value.f0[PendingBatch.Known.SINCE_MS.ordinal()];
        }
    }

    /** Gives back what has waited, what has waited longest first. */
    void restore(BatchGate gate, long nowMs, Taker<I> taker) throws Exception {
        List<Waited> all = new ArrayList<>();
        for (Place place : values.places()) {
            Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> value = values.get(place);
            if (value != null) {
                all.add(new Waited(place, value));
            }
        }
        all.sort(
                Comparator.<Waited, Long>comparing(Waited::sinceMs)
                        .thenComparing(waited -> waited.place().keyGroup()));
        for (Waited waited : all) {
            stored.add(waited.place());
            restore(waited, gate, nowMs, taker);
        }
    }

    private void restore(Waited waited, BatchGate gate, long nowMs, Taker<I> taker)
            throws Exception {
        Tuple3<long[], List<String>, List<Tuple2<Long, Object>>> value = waited.value();
        String name = waited.place().name();
        checkComesHere(name);
        gate.restore(name, value.f0, value.f1, nowMs);
        long sinceMs = name.isEmpty() ? waited.sinceMs() : nowMs;
        for (Tuple2<Long, Object> each : value.f2) {
            taker.take(plan.entered(batches.entrance(), each.f1), each.f0, sinceMs);
        }
    }

    /** Whether the elements of a batch, which may have no name, come to this coordinator. */
    boolean comesHere(String name) {
        int coordinator = task.getIndexOfThisSubtask();
        if (batches.spread() == InputSpread.SINGLE) {
            return coordinator == 0;
        }
        return name.isEmpty()
                || coordinator
                        == KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                name,
                                task.getMaxNumberOfParallelSubtasks(),
                                task.getNumberOfParallelSubtasks());
    }

    /** Refuses a batch whose other elements come to another coordinator now. */
    private void checkComesHere(String name) {
        if (!comesHere(name)) {
            throw new IllegalStateException(
                    "[TSP-2041] Cannot go on with batch: its other elements come to another"
                            + " coordinator than those that wait, graph="
                            + plan.settings().graph()
                            + ", batch="
                            + (name.isEmpty() ? "(without a key)" : name)
                            + ". Give the t-graph the isolation level and its input the"
                            + " parallelism that they had; at PL4 an input that is not parallel"
                            + " comes to one coordinator. Stop the job with --drain before you"
                            + " change that.");
        }
    }
}
