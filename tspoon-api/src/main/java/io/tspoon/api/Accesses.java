/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.KeyChange;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.ExpectingContext;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Wraps each stateful function of the API as an access of the engine. As documented there, user
 * functions get null for a key without a value only if the state has no initial value.
 */
@SuppressWarnings("NullAway")
final class Accesses {
    private Accesses() {}

    public record Update<E, V>(UpdateFunction<V, E> userFunction)
            implements AccessFunction<E, V, V> {
        @Override
        public boolean mayAbort(boolean constrained) {
            return constrained;
        }

        @Override
        public void access(E element, ValueAccess<V> value, StateContext<V> transaction)
                throws Exception {
            V updated = userFunction.update(value.get(), element);
            value.set(updated);
            transaction.emit(updated);
        }
    }

    public record UpdateWithOutput<E, V, O>(
            UpdateFunction<V, E> userFunction, OutputFunction<V, E, O> output)
            implements AccessFunction<E, V, O> {
        @Override
        public boolean mayAbort(boolean constrained) {
            return constrained;
        }

        @Override
        public void access(E element, ValueAccess<V> value, StateContext<O> transaction)
                throws Exception {
            V updated = userFunction.update(value.get(), element);
            value.set(updated);
            transaction.emit(output.output(updated, element));
        }

        @Override
        public List<Function> userFunctions() {
            return Arrays.asList(userFunction, output); // checked for null later
        }
    }

    public record Read<E, V, O>(ReadFunction<V, E, O> userFunction)
            implements AccessFunction<E, V, O> {
        @Override
        public boolean mayAbort(boolean constrained) {
            return false;
        }

        @Override
        public void access(E element, ValueAccess<V> value, StateContext<O> transaction)
                throws Exception {
            transaction.emit(userFunction.read(value.get(), element));
        }
    }

    public record Check<E, V>(CheckFunction<V, E> userFunction, String rule)
            implements AccessFunction<E, V, E> {
        @Override
        public void access(E element, ValueAccess<V> value, StateContext<E> transaction)
                throws Exception {
            if (!userFunction.test(value.get(), element)) {
                transaction.abort(rule);
            }
            transaction.emit(element);
        }
    }

    public record Write<E, V>(WriteFunction<E, V> userFunction) implements AccessFunction<E, V, V> {
        @Override
        public boolean mayAbort(boolean constrained) {
            return constrained;
        }

        @Override
        public void access(E element, ValueAccess<V> value, StateContext<V> transaction)
                throws Exception {
            V written = userFunction.write(element);
            value.set(written);
            transaction.emit(written);
        }
    }

    public record Insert<E, V>(WriteFunction<E, V> userFunction)
            implements AccessFunction<E, V, V> {
        @Override
        public void access(E element, ValueAccess<V> value, StateContext<V> transaction)
                throws Exception {
            transaction.emit(insert(userFunction, element, value, transaction));
        }

        private static <E, V> V insert(
                WriteFunction<E, V> function,
                E element,
                ValueAccess<V> value,
                StateContext<?> transaction)
                throws Exception {
            if (value.exists()) {
                transaction.abort("key exists");
            }
            V written = function.write(element);
            value.set(written);
            return written;
        }
    }

    public record InsertWithOutput<E, V, O>(
            WriteFunction<E, V> userFunction, OutputFunction<V, E, O> output)
            implements AccessFunction<E, V, O> {
        @Override
        public void access(E element, ValueAccess<V> value, StateContext<O> transaction)
                throws Exception {
            V written = Insert.insert(userFunction, element, value, transaction);
            transaction.emit(output.output(written, element));
        }

        @Override
        public List<Function> userFunctions() {
            return Arrays.asList(userFunction, output); // checked for null later
        }
    }

    public record Delete<E, V>() implements AccessFunction<E, V, E> {
        @Override
        public boolean mayAbort(boolean constrained) {
            return false;
        }

        @Override
        public void access(E element, ValueAccess<V> value, StateContext<E> transaction) {
            value.delete();
            transaction.emit(element);
        }
    }

    /** Gives the value of a key to a function in the open operator, or takes what that writes. */
    public record Exchange<K, V>()
            implements AccessFunction<ExchangedValue<K, V>, V, ExchangedValue<K, V>> {
        /** The constraint is checked before. */
        @Override
        public boolean mayAbort(boolean constrained) {
            return false;
        }

        @Override
        public void access(
                ExchangedValue<K, V> element,
                ValueAccess<V> value,
                StateContext<ExchangedValue<K, V>> transaction) {
            if (element.mode() != AccessMode.WRITE) {
                transaction.emit(element.answer(value.exists(), value.get()));
                return;
            }
            V written = element.value();
            if (written == null) {
                value.delete();
            } else {
                value.set(written);
            }
        }
    }

    /**
     * Does what somebody outside the job wants: compares the value with the expected one, and
     * writes another one, or deletes it. Emits nothing.
     *
     * @param values tells values apart whose class has no equals
     */
    public record Change<K, V>(TypeSerializer<V> values) implements AccessFunction<Row, V, Row> {
        private static final int INITIAL_BYTES = 64;

        @Override
        public void access(Row row, ValueAccess<V> value, StateContext<Row> transaction)
                throws Exception {
            KeyChange<K, V> change = KeyChange.of(row);
            if (change.expects() && !isAsExpected(change.expected(), value)) {
                ((ExpectingContext<Row>) transaction)
                        .abortUnexpected("/expect/" + change.expectation(), value.exists());
            }
            if (!change.writes()) {
                return;
            }
            V written = change.written();
            if (written == null) {
                value.delete();
            } else {
                value.set(written);
            }
        }

        /** A key without a value has the initial one, as for all who read it. */
        private boolean isAsExpected(@Nullable V expected, ValueAccess<V> value)
                throws IOException {
            if (expected == null) {
                return !value.exists();
            }
            V current = value.get();
            return current != null
                    && (expected.equals(current) || Arrays.equals(bytes(expected), bytes(current)));
        }

        private byte[] bytes(V value) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
            values.serialize(value, out);
            return out.getCopyOfBuffer();
        }
    }

    public record OnTimer<P, V, O>(TimerFunction<V, P, O> userFunction)
            implements AccessFunction<P, V, O> {
        @Override
        public void access(P payload, ValueAccess<V> value, StateContext<O> transaction)
                throws Exception {
            userFunction.onTimer(value, payload, transaction);
        }
    }

    public record Apply<E, V, O>(StatefulFunction<V, E, O> userFunction)
            implements AccessFunction<E, V, O> {
        @Override
        public void access(E element, ValueAccess<V> value, StateContext<O> transaction)
                throws Exception {
            userFunction.apply(value, element, transaction);
        }
    }
}
