/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.ExpectingContext;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.runtime.timer.FiredTimer;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.TriggerTarget;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

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
            userFunction.apply(partition(accessed), element, transaction);
        }

        private Partition partition(ValueAccess<Object> accessed) {
            return new Partition((PartitionValues) accessed, states, late);
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
            K key = keys.getKey(element);
            function.access(
                    element,
                    partition.value(place, key),
                    new OnKey<>(transaction, partition, place, key));
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

    /**
     * Does for one key what is done when its timer is due.
     *
     * @param function gets the payload
     * @param place of the state
     */
    public record OnTimerOfKey<P, V, O>(AccessFunction<P, V, O> function, int place)
            implements AccessFunction<FiredTimer, Object, O> {
        @Override
        @SuppressWarnings("unchecked") // payloads are of the type that was given
        public void access(
                FiredTimer fired, ValueAccess<Object> accessed, StateContext<O> transaction)
                throws Exception {
            PartitionValues partition = (PartitionValues) accessed;
            function.access(
                    (P) fired.payload(),
                    partition.value(place, fired.key()),
                    new OnKey<>(transaction, partition, place, fired.key()));
        }

        @Override
        public List<Function> userFunctions() {
            return function.userFunctions();
        }
    }

    /**
     * Runs what is done in a partition when a timer is due.
     *
     * @param procedure behind which the program says so
     */
    public record OnTimer<K, P, O>(
            PartitionTimerFunction<K, P, O> userFunction, Procedure<?, O> procedure)
            implements AccessFunction<FiredTimer, Object, O> {
        @Override
        @SuppressWarnings("unchecked") // keys and payloads are of the types that were given
        public void access(
                FiredTimer fired, ValueAccess<Object> accessed, StateContext<O> transaction)
                throws Exception {
            userFunction.onTimer(
                    procedure.partition(accessed),
                    (K) fired.key(),
                    (P) fired.payload(),
                    transaction);
        }

        @Override
        public List<Function> userFunctions() {
            return List.of(userFunction);
        }
    }

    /**
     * What a function of one key can do: its timers are those of the key.
     *
     * @param place of the state
     */
    private record OnKey<O>(
            StateContext<O> transaction, PartitionValues partition, int place, Object key)
            implements ExpectingContext<O> {
        @Override
        public void emit(O element) {
            transaction.emit(element);
        }

        @Override
        public void abort(@Nullable String reason, @Nullable Object... details) {
            transaction.abort(reason, details);
        }

        @Override
        public <T> void trigger(TriggerTarget<T> entrance, T element) {
            transaction.trigger(entrance, element);
        }

        @Override
        public Timers timers() {
            return partition.timers(place, key);
        }

        @Override
        public void abortUnexpected(String pointer, boolean exists) {
            ((ExpectingContext<O>) transaction).abortUnexpected(pointer, exists);
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
