/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.regime.OperatorTraits;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.KeyRouter;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.transport.KeyValues;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a stateful operator needs to know. It has one state, or several that are accessed one after
 * the other with the same key.
 *
 * @param settings settings of the t-graph
 * @param router says which instance owns a key
 * @param index place of the operator among the stateful ones of the t-graph
 * @param keySelector gives the key of an element
 * @param inputSerializer reads the elements
 * @param keySerializer reads and writes keys
 * @param keyType type of the keys, for readers
 * @param states the states: the first is accessed for the arriving element, each other one for the
 *     elements that the previous one emits
 * @param outlets where the elements go that the last state emits
 * @param reaches for each stateful operator whether there is an edge from this one to it
 * @param reachedBy for each stateful operator whether there is an edge from it to this one
 */
@Internal
public record StateOperatorPlan<I, K, V, O>(
        GraphSettings settings,
        KeyRouter router,
        int index,
        KeySelector<I, K> keySelector,
        TypeSerializer<I> inputSerializer,
        TypeSerializer<K> keySerializer,
        TypeInformation<K> keyType,
        List<StatePlan<?, ?, ?>> states,
        List<Outlet> outlets,
        boolean[] reaches,
        boolean[] reachedBy)
        implements Serializable {
    /** The most states that an operator can have. */
    public static final int MAX_STATES = KeyValues.MAX_STATES;

    /** The name of the operator: that of its first state. */
    public String name() {
        return states.get(0).name();
    }

    boolean isShared() {
        return states.size() > 1;
    }

    /** The state that is accessed first. */
    @SuppressWarnings("unchecked") // the operator reads what the first of its states takes
    StatePlan<I, V, ?> first() {
        return (StatePlan<I, V, ?>) states.get(0);
    }

    /** The state that is accessed last. */
    @SuppressWarnings("unchecked") // the operator emits what the last of its states emits
    StatePlan<?, ?, O> last() {
        return (StatePlan<?, ?, O>) states.get(states.size() - 1);
    }

    /**
     * The modes of accesses to a key. With several states it is not known beforehand which of them
     * will be accessed, so all are read and may be written, unless none is ever written.
     */
    AccessModes<I> modes() {
        if (!isShared()) {
            return first().modes();
        }
        boolean readsOnly = true;
        for (StatePlan<?, ?, ?> state : states) {
            readsOnly &= state.modes().fixed() == AccessMode.READ;
        }
        return AccessModes.always(readsOnly ? AccessMode.READ : AccessMode.UPDATE);
    }

    /** What matters of the operator to the regime. */
    OperatorTraits traits() {
        return new OperatorTraits(modes().mayOnlyRead(), isShared(), sendsOn(), isReached());
    }

    private boolean isReached() {
        for (boolean reaching : reachedBy) {
            if (reaching) {
                return true;
            }
        }
        return false;
    }

    /** Whether elements go from here to another stateful operator. */
    boolean sendsOn() {
        for (boolean reached : reaches) {
            if (reached) {
                return true;
            }
        }
        return false;
    }

    /** Copies keys that can change, even where objects are reused, because they are kept. */
    UnaryOperator<K> keyCopy() {
        return keySerializer.isImmutableType() ? UnaryOperator.identity() : keySerializer::copy;
    }
}
