/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.index.IndexDefinition;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Arrays;
import java.util.List;

/**
 * A partition of states that are {@linkplain StateSpec#partitionedBy partitioned} alike, as a
 * {@link PartitionProcedure} sees it. To be used only while that runs.
 */
@PublicEvolving
public final class Partition {
    private final PartitionValues values;
    private final PartitionStates states;
    private final List<LateElements> late;

    /**
     * @param late counts the late elements of the windows
     */
    Partition(PartitionValues values, PartitionStates states, List<LateElements> late) {
        this.values = values;
        this.states = states;
        this.late = late;
    }

    /**
     * Returns access to the value of a key. Any key of the partition will do, and any number of
     * them; which, may depend on what other values are.
     *
     * @param state one of those that the procedure was given
     * @param key a key of this partition
     * @throws IllegalArgumentException if the key belongs to another partition, or the procedure
     *     was not given the state; fails the job, or aborts a call
     */
    public <K, V> ValueAccess<V> of(StateSpec<K, V> state, K key) {
        return values.value(states.placeOf(state.name()), key);
    }

    /**
     * Returns the timers of a key. What is done when they are due says {@link
     * ProcedureStream#onTimer}.
     *
     * @param state one of those that the procedure was given
     * @param key a key of this partition, which need not have a value
     * @throws IllegalArgumentException as above
     * @throws IllegalStateException if nothing says what is done when one is due
     */
    public <K, V> Timers timers(StateSpec<K, V> state, K key) {
        return values.timers(states.placeOf(state.name()), key);
    }

    /**
     * Returns access to the window of a key. Any key of the partition will do.
     *
     * @param window one of those that the procedure was given
     * @param key a key of this partition
     * @throws IllegalArgumentException as above
     */
    public <K, E, A> WindowAccess<E, A> of(WindowSpec<K, E, A> window, K key) {
        return new WindowView<>(
                window,
                key,
                values,
                states.placeOf(window.contents().name()),
                states.placeOf(window.slots().name()),
                lateOf(window.name()));
    }

    /**
     * Returns access to an {@linkplain StateSpec#index index}, to find keys of this partition. It
     * finds what the transaction sees: what it has written itself, and nothing that another one may
     * add meanwhile, as the partition is held. The first access to an index at an instance of the
     * operator waits until that is built.
     *
     * @param state one of those that the procedure was given
     * @param part the name of the index; {@code key} for that of {@link StateSpec#sorted}
     * @throws IllegalArgumentException if the state has no such index, or the procedure was not
     *     given it; fails the job, or aborts a call
     */
    public <K> PartitionIndex<K> index(StateSpec<K, ?> state, String part) {
        for (IndexDefinition index : state.indexes()) {
            if (index.name().equals(part)) {
                return new PartitionIndex<>(values, states.placeOf(state.name()), index);
            }
        }
        throw new IllegalArgumentException(
                "[TSP-1337] Cannot find index: the state has none of this name, state="
                        + state.name()
                        + ", index="
                        + part
                        + ", indexes="
                        + state.indexes().stream().map(IndexDefinition::name).toList()
                        + ". Describe one with index(...) or sorted().");
    }

    private LateElements lateOf(String window) {
        for (LateElements elements : late) {
            if (elements.window().equals(window)) {
                return elements;
            }
        }
        throw new IllegalStateException(window); // its states were found
    }

    /** Returns what the states are partitioned by here. */
    @Override
    public String toString() {
        return "Partition["
                + values.partition()
                + ", states="
                + Arrays.asList(states.names())
                + "]";
    }
}
