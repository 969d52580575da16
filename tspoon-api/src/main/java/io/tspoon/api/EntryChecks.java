/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Outlet;
import io.tspoon.transaction.InvalidGraphException;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Checks whether a state can be accessed in one more place of its t-graph. */
final class EntryChecks {
    /** Most places where a state is accessed. */
    static final int MAX_ENTRIES = 32;

    private EntryChecks() {}

    /**
     * Checks that elements of a stream may come to an operator, too.
     *
     * @param operators all of the t-graph, by index
     */
    static void check(
            String graph,
            OperatorDraft<?> operator,
            StreamNode<?> input,
            List<OperatorDraft<?>> operators) {
        checkRoom(graph, operator);
        if (reaches(operator, input, operators)) {
            throw new InvalidGraphException(
                    "[TSP-1132] Cannot access state in another place: its operator would send to"
                            + " itself, as the elements come from an access to it, graph="
                            + graph
                            + ", state="
                            + operator.name()
                            + ". If all keys are known beforehand, use transact, or emit an element"
                            + " for each in front of keyBy. Else make two transactions of it: give"
                            + " the t-graph a second element when the first has its result.");
        }
    }

    /** Checks that an operator has room for elements that come from no access. */
    static void checkRoom(String graph, OperatorDraft<?> operator) {
        if (operator.isChain()) {
            throw new InvalidGraphException(
                    "[TSP-1129] Cannot access state in another place: it is accessed together with"
                            + " other states of the same key, graph="
                            + graph
                            + ", firstState="
                            + operator.name()
                            + ". Key the elements again with keyBy instead of sameKey, or unite the"
                            + " streams in front of keyBy, and choose with apply what each element"
                            + " does.");
        }
        if (operator.places().size() == MAX_ENTRIES) {
            throw new InvalidGraphException(
                    "[TSP-1131] Cannot access state in another place: there are too many, graph="
                            + graph
                            + ", state="
                            + operator.name()
                            + ", limit="
                            + MAX_ENTRIES
                            + ". Unite streams in front of keyBy, and choose with apply what each"
                            + " element does.");
        }
    }

    /** Checks that another state may be accessed with the same key behind a state. */
    static void checkSameKey(String graph, OperatorDraft<?> operator) {
        if (operator.places().size() > 1) {
            throw new InvalidGraphException(
                    "[TSP-1130] Cannot access another state with the same key: the one before is"
                            + " accessed in several places, graph="
                            + graph
                            + ", lastState="
                            + operator.name()
                            + ". Key the elements again with keyBy, or unite the streams in front"
                            + " of it, and choose with apply what each element does.");
        }
    }

    /** Whether a stream has elements that come from an operator, perhaps through others. */
    private static boolean reaches(
            OperatorDraft<?> operator, StreamNode<?> stream, List<OperatorDraft<?>> operators) {
        Set<List<Outlet>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<List<Outlet>> todo = new ArrayDeque<>(operator.taps());
        while (!todo.isEmpty()) {
            List<Outlet> outlets = todo.pop();
            if (!seen.add(outlets)) {
                continue;
            }
            if (stream.has(outlets)) {
                return true;
            }
            for (Outlet outlet : outlets) {
                if (outlet instanceof Outlet.ToStep step) {
                    todo.push(step.outlets());
                } else if (outlet instanceof Outlet.ToState state) {
                    operators.get(state.operator()).taps().forEach(todo::push);
                }
            }
        }
        return false;
    }
}
