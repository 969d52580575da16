/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * What the open operator needs to know.
 *
 * @param settings settings of the t-graph
 * @param router says which instance owns a key
 * @param inputSerializer copies input elements
 * @param transactionKey gives the program's own key of a transaction; null if it gives no keys
 * @param outlets the consumers of the opened stream
 * @param states all states of the t-graph, in the order of their description; there is an edge to
 *     each of their operators
 * @param elementSerializer writes the elements that leave the t-graph
 * @param spread which coordinator gets which element
 */
@Internal
public record OpenPlan<I>(
        GraphSettings settings,
        KeyRouter router,
        TypeSerializer<I> inputSerializer,
        @Nullable KeySelector<I, String> transactionKey,
        List<Outlet> outlets,
        List<StateColumns> states,
        TypeSerializer<?> elementSerializer,
        InputSpread spread)
        implements Serializable {
    /** Whether any function gets the values of several keys. */
    public boolean exchanges() {
        return exchanges(outlets, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean exchanges(List<Outlet> outlets, Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToExchange) {
                return true;
            }
            if (outlet instanceof Outlet.ToStep step
                    && seen.add(step)
                    && exchanges(step.outlets(), seen)) {
                return true;
            }
        }
        return false;
    }
}
