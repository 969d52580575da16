/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.java.functions.KeySelector;

import java.util.ArrayList;
import java.util.List;

/** What is done in a partition for an element. */
final class PartitionAccesses {
    private PartitionAccesses() {}

    /**
     * Runs a procedure.
     *
     * @param userFunction the procedure
     * @param states that it was given
     * @param late counts the late elements of its windows
     */
    public record Procedure<E, O>(
            PartitionProcedure<E, O> userFunction, PartitionStates states, List<LateElements> late)
            implements AccessFunction<E, Object, O> {
        @Override
        public void access(E element, ValueAccess<Object> accessed, StateContext<O> transaction)
                throws Exception {
            userFunction.apply(
                    new Partition((PartitionValues) accessed, states, late), element, transaction);
        }

        @Override
        public List<Function> userFunctions() {
            List<Function> all = new ArrayList<>(late);
            all.add(userFunction);
            return all;
        }
    }

    /**
     * Does to one key what would be done to it if its state were not partitioned.
     *
     * @param function what is done
     * @param keys gives the key of an element
     * @param place of the state
     */
    public record OfKey<E, K, V, O>(
            AccessFunction<E, V, O> function, KeySelector<E, K> keys, int place)
            implements AccessFunction<E, Object, O> {
        @Override
        public void access(E element, ValueAccess<Object> accessed, StateContext<O> transaction)
                throws Exception {
            PartitionValues partition = (PartitionValues) accessed;
            function.access(element, partition.value(place, keys.getKey(element)), transaction);
        }

        @Override
        public boolean mayAbort(boolean constrained) {
            return function.mayAbort(constrained);
        }

        @Override
        public List<Function> userFunctions() {
            return function.userFunctions();
        }
    }

    /** Of a state beside the first one, to which elements come by that. */
    public record Beside<V>() implements AccessFunction<Object, V, V> {
        @Override
        public void access(Object element, ValueAccess<V> value, StateContext<V> transaction) {}

        @Override
        public List<Function> userFunctions() {
            return List.of();
        }
    }

    /** A key is written together with its partition, so nobody writes it without waiting. */
    static <T> AccessModes<T> modes(AccessModes<T> ofKey) {
        AccessMode fixed = ofKey.fixed();
        return fixed == null
                ? AccessModes.by(element -> mode(ofKey.of(element)))
                : AccessModes.always(mode(fixed));
    }

    private static AccessMode mode(AccessMode ofKey) {
        return ofKey == AccessMode.WRITE ? AccessMode.UPDATE : ofKey;
    }
}
