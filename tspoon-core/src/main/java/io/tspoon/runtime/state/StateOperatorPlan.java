/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.KeyRouter;
import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.io.Serializable;

/**
 * What a stateful operator has to know.
 *
 * @param settings of the t-graph
 * @param router says which instance owns a key
 * @param state the state and what is done with it
 * @param keyType type of the keys, for readers
 * @param valueType type of the values, for readers
 * @param reaches for each stateful operator whether there is an edge from this one to it
 * @param reachedBy for each stateful operator whether there is an edge from it to this one
 */
public record StateOperatorPlan<I, K, V, O>(
        GraphSettings settings,
        KeyRouter router,
        StatePlan<I, K, V, O> state,
        TypeInformation<K> keyType,
        TypeInformation<V> valueType,
        boolean[] reaches,
        boolean[] reachedBy)
        implements Serializable {

    /** Whether elements go from here to another stateful operator. */
    boolean sendsOn() {
        for (boolean reached : reaches) {
            if (reached) {
                return true;
            }
        }
        return false;
    }
}
