/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What one transaction executes.
 *
 * @param numbers of the elements of the input with which its chain has begun: several of a batch
 * @param chain from there on, the place of each among what its transaction has triggered; empty if
 *     it was not triggered
 */
record Input(int coordinator, List<Integer> numbers, List<Integer> chain) {
    /** Elements of the input. */
    static Input of(int coordinator, List<Integer> numbers) {
        return new Input(coordinator, List.copyOf(numbers), List.of());
    }

    /** One that this one triggers. */
    Input next(int place) {
        List<Integer> longer = new ArrayList<>(chain);
        longer.add(place);
        return new Input(coordinator, numbers, List.copyOf(longer));
    }

    boolean isTriggered() {
        return !chain.isEmpty();
    }

    /** The one that has triggered it. */
    Input cause() {
        return new Input(coordinator, numbers, chain.subList(0, chain.size() - 1));
    }

    /** Its place among all that have been triggered with it. */
    int place() {
        return chain.get(chain.size() - 1);
    }

    /** The number of the last element. */
    int number() {
        return numbers.get(numbers.size() - 1);
    }

    @Override
    public String toString() {
        return "input " + coordinator + "." + numbers + chain;
    }
}
