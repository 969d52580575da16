/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A stateful operator while the t-graph is built: the states that are accessed with the same key.
 *
 * @param <K> type of the keys
 */
final class OperatorDraft<K> {
    private final int index;
    private final TypeInformation<K> keyType;
    private final Entry<?, K> entry;

    /** Whether its states are partitioned, and the key is a partition. */
    private final boolean partitioned;

    private final List<StateSpec<?, ?>> specs = new ArrayList<>();
    private final List<StatePlan<?, ?, ?>> states = new ArrayList<>();

    /**
     * For each state, where the elements go that it emits. Nowhere if the operator has a next
     * state.
     */
    private final List<List<Outlet>> outlets = new ArrayList<>();

    /** What is done when timers of its states are due. */
    private final List<TimerDraft> timers = new ArrayList<>();

    /** Where its only state is accessed, too. */
    private final List<Place<K>> further = new ArrayList<>();

    /**
     * One of the places where a state is accessed.
     *
     * @param entry how elements come there
     * @param access what is done for them
     * @param outlets where the elements go that it emits
     */
    record Place<K>(Entry<?, K> entry, StatePlan<?, ?, ?> access, List<Outlet> outlets) {}

    /**
     * @param index position among the stateful operators
     * @param keyType type of the keys
     * @param entry how elements come to it
     */
    OperatorDraft(int index, TypeInformation<K> keyType, Entry<?, K> entry) {
        this(index, keyType, entry, false);
    }

    /**
     * @param partitioned whether its states are partitioned, and the key is a partition
     */
    OperatorDraft(int index, TypeInformation<K> keyType, Entry<?, K> entry, boolean partitioned) {
        this.index = index;
        this.keyType = keyType;
        this.entry = entry;
        this.partitioned = partitioned;
    }

    /** Lets elements come to it. */
    void connect() {
        entry.connect(index);
    }

    /** Adds a state after the existing ones. */
    <I, V, O> List<Outlet> add(StateSpec<?, ?> spec, StatePlan<I, V, O> state) {
        List<Outlet> added = new ArrayList<>();
        specs.add(spec);
        states.add(state);
        outlets.add(added);
        return added;
    }

    /** Adds a state that is accessed together with the first one. */
    void addBeside(StateSpec<?, ?> spec, StatePlan<?, ?, ?> state) {
        specs.add(spec);
        states.add(state);
    }

    boolean isPartitioned() {
        return partitioned;
    }

    /** Whether states are accessed one after the other. */
    boolean isChain() {
        return outlets.size() > 1;
    }

    /** Accesses its only state, or any of its partitioned ones, in one more place. */
    <T, V, O> List<Outlet> enter(Entry<T, K> newEntry, StatePlan<T, V, O> access) {
        List<Outlet> added = new ArrayList<>();
        further.add(new Place<>(newEntry, access, added));
        newEntry.connect(index);
        return added;
    }

    /** Has something done when a timer of a state is due. */
    void add(TimerDraft timer) {
        timers.add(timer);
    }

    /** What is done when timers of its states are due. */
    List<TimerDraft> timers() {
        return timers;
    }

    /** Whether its states have timers, or values that expire. */
    boolean isTimed() {
        return keptPlaces() > 0;
    }

    /** How many places there are behind those of its states, for timers and expiries. */
    int keptPlaces() {
        int expiring = (int) specs.stream().filter(spec -> spec.expireAfterMs() > 0).count();
        return timers.size() + expiring;
    }

    /** The place of the state whose access emits to these outlets; -1 if none of its own does. */
    int emitting(List<Outlet> tap) {
        for (int place = 0; place < outlets.size(); place++) {
            if (outlets.get(place) == tap) {
                return place;
            }
        }
        for (Place<K> place : further) {
            if (place.outlets() == tap) {
                return placeOf(place.access().name());
            }
        }
        return -1;
    }

    private int placeOf(String state) {
        int place = 0;
        while (!states.get(place).name().equals(state)) {
            place++;
        }
        return place;
    }

    /** What is done where these outlets are; null if that is not here. */
    @Nullable AccessFunction<?, ?, ?> function(List<Outlet> tap) {
        for (Place<K> place : places()) {
            if (place.outlets() == tap) {
                return place.access().function();
            }
        }
        return null;
    }

    /** Whether its elements come from functions in the open operator. */
    boolean isExchanging() {
        return entry.input() == null;
    }

    /** Whether this is a state of it, to which more elements can come. */
    boolean takesMore(StateSpec<?, ?> spec) {
        return !isExchanging() && specs.contains(spec);
    }

    /** The places where its first state is accessed. */
    List<Place<K>> places() {
        List<Place<K>> places = new ArrayList<>();
        places.add(new Place<>(entry, states.get(0), outlets.get(0)));
        places.addAll(further);
        return places;
    }

    /** The same operator with one place, for the engine; closes it. */
    OperatorDraft<K> united() {
        return further.isEmpty() ? this : Entries.unite(this);
    }

    /** Which elements may abort their transaction here. */
    Fallibility<?> fallibility() {
        return entry.fallibility();
    }

    /** Whether it has a state of this name. */
    boolean has(String state) {
        return states.stream().anyMatch(plan -> plan.name().equals(state));
    }

    /** What the program says about its states, by place. */
    List<StateSpec<?, ?>> specs() {
        return specs;
    }

    /** What the program says about its first state. */
    StateSpec<?, ?> spec() {
        return specs.get(0);
    }

    /** The name of its first state. */
    String name() {
        return states.get(0).name();
    }

    int index() {
        return index;
    }

    KeySelector<?, K> keySelector() {
        return entry.keySelector();
    }

    TypeInformation<K> keyType() {
        return keyType;
    }

    TypeSerializer<?> inputSerializer() {
        return entry.serializer();
    }

    List<StatePlan<?, ?, ?>> states() {
        return states;
    }

    /** Where the elements go that the last state emits, in any place. */
    List<Outlet> outlets() {
        List<Outlet> last = outlets.get(outlets.size() - 1);
        return further.isEmpty()
                ? last
                : places().stream().flatMap(place -> place.outlets().stream()).toList();
    }

    /** The lists of consumers of all that it emits. */
    List<List<Outlet>> taps() {
        List<List<Outlet>> taps = new ArrayList<>(outlets);
        further.forEach(place -> taps.add(place.outlets()));
        return taps;
    }

    /**
     * Whether the elements that a state emits go both to the next state and elsewhere.
     *
     * @param leaves the leaves with which the t-graph is closed
     */
    boolean branches(int place, List<? extends StreamNode<?>> leaves) {
        if (place >= outlets.size() - 1) {
            return false;
        }
        List<Outlet> emitted = outlets.get(place);
        return !emitted.isEmpty() || leaves.stream().anyMatch(leaf -> leaf.has(emitted));
    }

    /** Whether a stream consists of what the last state emits, which has one place. */
    boolean isLast(StreamNode<?> stream) {
        return stream.taps().size() == 1 && stream.has(outlets());
    }

    /**
     * For each stateful operator, whether this one sends elements to it without another stateful
     * operator in between.
     *
     * @param operators number of stateful operators in the t-graph
     */
    boolean[] reaches(int operators) {
        boolean[] reaches = new boolean[operators];
        markReached(outlets(), reaches, Collections.newSetFromMap(new IdentityHashMap<>()));
        return reaches;
    }

    /**
     * Visits each step only once, because the number of paths to a step doubles with each branch
     * that is merged again.
     */
    private static void markReached(
            List<Outlet> outlets, boolean[] reaches, Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToState toState) {
                reaches[toState.operator()] = true;
            } else if (outlet instanceof Outlet.ToStep toStep && seen.add(toStep)) {
                markReached(toStep.outlets(), reaches, seen);
            }
        }
    }
}
