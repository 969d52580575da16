/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.flink.operator.KeyScan;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.RecordContext;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.transport.LoaderToParticipant;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is loaded into the states of an instance before the first transaction. Until all of it is
 * there, the instance answers no greeting, so no transaction begins anywhere in the t-graph, and no
 * checkpoint. Whatever a snapshot holds was therefore loaded as a whole; the snapshot says so, and
 * nothing is loaded after a start from it. Design: ADR 0037.
 *
 * <p>Values go directly into Flink's keyed state. Confined to the mailbox thread.
 */
final class StateLoads<K> {
    private static final Logger LOG = LoggerFactory.getLogger(StateLoads.class);
    private static final MapStateDescriptor<String, Boolean> LOADED =
            new MapStateDescriptor<>("loaded", Types.STRING, Types.BOOLEAN);

    private final StateOperatorPlan<?, K, ?, ?> plan;
    private final boolean isRestored;

    /** Names of the states that were loaded; null if none is. */
    private final @Nullable BroadcastState<String, Boolean> loaded;

    /** By place: those that are not over. */
    private final Map<Integer, Load> loads = new LinkedHashMap<>();

    /** By place: those that came again, and are ignored. */
    private final BitSet ignored = new BitSet();

    private RecordContext<K> context = record -> {};
    private @Nullable StoredValues<?> values;
    private @Nullable Owners owners;
    private boolean beganWithSnapshot;
    private int instance;

    /** One load. */
    private static final class Load {
        private final BitSet ended = new BitSet();
        private final long beganNanos = System.nanoTime();
        private long entries;
        private long total;
    }

    /** Reads from the snapshot which states were loaded. */
    StateLoads(StateOperatorPlan<?, K, ?, ?> plan, StateInitializationContext initialization)
            throws Exception {
        this.plan = plan;
        isRestored = initialization.isRestored();
        loaded =
                plan.loaded().isEmpty()
                        ? null
                        : initialization.getOperatorStateStore().getBroadcastState(LOADED);
    }

    /** Begins what is to be loaded. Refuses states that have values without having been loaded. */
    void open(AbstractStreamOperator<?> operator, StoredValues<?> stored, TaskInfo task)
            throws Exception {
        context = plan.records().context(operator, stored);
        values = stored;
        beganWithSnapshot = CheckpointSettings.beginWithSnapshot(operator);
        owners = plan.router().owners(task);
        instance = task.getIndexOfThisSubtask();
        for (int place : plan.loaded()) {
            if (loaded == null || !loaded.contains(name(place))) {
                checkEmpty(operator, place);
                loads.put(place, new Load());
            }
        }
    }

    private void checkEmpty(AbstractStreamOperator<?> operator, int place) {
        if (!isRestored) {
            return;
        }
        String name = StoredValues.nameOf(plan.states(), place);
        try (KeyScan<K> keys = plan.records().scan(operator, name, place)) {
            if (keys.hasNext()) {
                throw new IllegalStateException(
                        "[TSP-2228] Cannot load state: it has values, and the snapshot from which"
                                + " the job starts does not say that they were loaded"
                                + ", graph="
                                + plan.settings().graph()
                                + ", state="
                                + name(place)
                                + ", key="
                                + keys.next()
                                + ". Leave the load out of the program: it is for states that begin"
                                + " empty. To fill one that does not, send transactions.");
            }
        }
    }

    /** Whether everything is loaded. */
    boolean areOver() {
        return loads.isEmpty();
    }

    /**
     * Takes values.
     *
     * @return whether everything is loaded now, and was not before
     */
    boolean take(LoaderToParticipant block) throws Exception {
        Load load = loads.get(block.place());
        if (load == null) {
            ignore(block);
            return false;
        }
        write(block, load);
        if (!block.isLast()) {
            return false;
        }
        load.ended.set(block.loader());
        load.total += block.total();
        if (load.ended.cardinality() < block.loaders()) {
            return false;
        }
        end(block.place(), load);
        return loads.isEmpty();
    }

    private void end(int place, Load load) {
        if (load.total == 0 && beganWithSnapshot) {
            throw new IllegalStateException(
                    "[TSP-2229] Cannot load state: its stream has given nothing, and the job starts"
                            + " from a snapshot"
                            + ", graph="
                            + plan.settings().graph()
                            + ", state="
                            + name(place)
                            + ". A source that had come to its end when the snapshot was taken is"
                            + " not run again. Give the source of the load a uid that the snapshot"
                            + " does not know. If there is nothing to load, leave the load out.");
        }
        loads.remove(place);
        LOG.info(
                "Loaded state, graph={}, state={}, instance={}, keys={}, ms={}",
                plan.settings().graph(),
                name(place),
                instance,
                load.entries,
                (System.nanoTime() - load.beganNanos) / 1_000_000);
    }

    @SuppressWarnings("unchecked") // written with the serializers of the state
    private void write(LoaderToParticipant block, Load load) throws Exception {
        StatePlan<?, ?, ?> state = plan.states().get(block.place());
        StoredValues<?> stored = values;
        if (stored == null) {
            throw new IllegalStateException("[TSP-2230] Cannot load state: it is not open");
        }
        DataInputDeserializer payload = block.payload();
        for (int i = 0; i < block.entries(); i++) {
            Object key = plan.records().keySerializer(block.place()).deserialize(payload);
            Object value = state.valueSerializer().deserialize(payload);
            K record = plan.records().record(block.place(), key);
            checkOwned(block.place(), record);
            context.set(record);
            if (stored.read(block.place()) != null) {
                throw new IllegalStateException(
                        "[TSP-2225] Cannot load state: a key comes twice"
                                + ", graph="
                                + plan.settings().graph()
                                + ", state="
                                + name(block.place())
                                + ", key="
                                + key
                                + ", value="
                                + value
                                + ", before="
                                + stored.read(block.place())
                                + ". Which one counts is not defined. Let the stream have each key"
                                + " once.");
            }
            stored.write(block.place(), value);
        }
        load.entries += block.entries();
        block.fragments().checkConsumed();
    }

    private void checkOwned(int place, K record) {
        Owners all = owners;
        if (all != null && all.ownerOf(plan.records().flinkKey(record)) != instance) {
            throw new IllegalStateException(
                    "[TSP-2231] Cannot load state: a key has another hash code here than where it"
                            + " was sent"
                            + ", graph="
                            + plan.settings().graph()
                            + ", state="
                            + name(place)
                            + ", key="
                            + record
                            + ", owner="
                            + all.ownerOf(plan.records().flinkKey(record))
                            + ", instance="
                            + instance
                            + ". Its hashCode must depend on its value alone, and be the same in"
                            + " every process: use a String, a Long, or a record of such. Or the"
                            + " operators of the t-graph differ in parallelism or maximum"
                            + " parallelism: give them all the same.");
        }
    }

    private void ignore(LoaderToParticipant block) {
        if (block.entries() > 0 && !ignored.get(block.place())) {
            ignored.set(block.place());
            LOG.warn(
                    "[TSP-2232] Ignoring values that are loaded again: the state was loaded before"
                            + " the snapshot from which the job starts, graph={}, state={},"
                            + " instance={}. Their source has another uid than then. The load can"
                            + " be left out of the program",
                    plan.settings().graph(),
                    name(block.place()),
                    instance);
        }
    }

    /** Notes which states were loaded. */
    void snapshot() throws Exception {
        if (!areOver()) {
            throw new IllegalStateException(
                    "[TSP-2233] Cannot take snapshot: states are being loaded, operator="
                            + plan.name());
        }
        if (loaded != null) {
            for (int place : plan.loaded()) {
                loaded.put(name(place), true);
            }
        }
    }

    private String name(int place) {
        return plan.states().get(place).name();
    }
}
