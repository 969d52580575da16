/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import java.io.Serializable;
import java.util.List;

/**
 * The states that a procedure was given.
 *
 * @param names of the states
 * @param places of the same states in the operator
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PartitionStates(String[] names, int[] places) implements Serializable {
    /**
     * The states of a procedure.
     *
     * @param known those of the operator, by place
     * @param added those that it gets behind them
     */
    static PartitionStates of(
            List<StateSpec<?, ?>> given, List<StateSpec<?, ?>> known, List<StateSpec<?, ?>> added) {
        int[] places = new int[given.size()];
        for (int i = 0; i < places.length; i++) {
            StateSpec<?, ?> state = given.get(i);
            int place = known.indexOf(state);
            places[i] = place >= 0 ? place : known.size() + added.indexOf(state);
        }
        return new PartitionStates(
                given.stream().map(StateSpec::name).toArray(String[]::new), places);
    }

    boolean has(String name) {
        return List.of(names).contains(name);
    }

    /** There are few, and most often the name is the same object. */
    int placeOf(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return places[i];
            }
        }
        throw new IllegalArgumentException(
                "[TSP-1305] Cannot access state: the procedure was not given it, state="
                        + name
                        + ", given="
                        + List.of(names)
                        + ". Name it in procedure(...), behind the function.");
    }
}
