/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.StateSpec;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The serial oracle for any program: runs all transactions one by one in the order of their
 * timestamps, aborted ones included, and compares outcome, updates and elements of each result.
 */
public final class SerialReplay {
    /** What the t-graph does for one transaction. */
    @FunctionalInterface
    public interface Program {
        void run(String transaction, View view);
    }

    private record Place(String state, Object key) {}

    private final Map<Place, Object> installed = new HashMap<>();

    private SerialReplay() {}

    /** Replays the results; their keys tell the program what to do. */
    public static SerialReplay of(List<? extends TransactionResult<?>> results, Program program) {
        SerialReplay replay = new SerialReplay();
        List<TransactionResult<?>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        for (TransactionResult<?> result : ordered) {
            replay.run(result, program);
        }
        return replay;
    }

    /** The value that is installed after all transactions; the initial value if there is none. */
    public <K, V> V value(StateSpec<K, V> state, K key) {
        return new View().read(state, key);
    }

    private void run(TransactionResult<?> result, Program program) {
        View view = new View();
        try {
            program.run(result.key(), view);
        } catch (Aborted aborted) {
            assertThat(result.isAborted()).as("outcome of %s", result).isTrue();
            assertThat(result.reasons())
                    .extracting(AbortReason::rule)
                    .as("reasons of %s", result)
                    .contains(aborted.getMessage());
            assertThat(result.updates()).isEmpty();
            assertThat(result.emitted()).isEmpty();
            return;
        }
        assertThat(result.isCommitted()).as("outcome of %s", result).isTrue();
        assertThat(result.reasons()).isEmpty();
        List<StateUpdate> updates = new ArrayList<>();
        view.written.forEach(
                (place, value) -> updates.add(new StateUpdate(place.state, place.key, value)));
        assertThat(result.updates())
                .as("updates of %s", result.key())
                .containsExactlyInAnyOrderElementsOf(updates);
        assertThat(new ArrayList<Object>(result.emitted()))
                .as("elements of %s", result.key())
                .containsExactlyInAnyOrderElementsOf(view.emitted);
        installed.putAll(view.written);
    }

    /** The state as one transaction sees it. */
    public final class View {
        private final Map<Place, Object> written = new LinkedHashMap<>();
        private final List<Object> emitted = new ArrayList<>();

        @SuppressWarnings("unchecked")
        public <K, V> V read(StateSpec<K, V> state, K key) {
            Object value = valueAt(new Place(state.name(), key));
            return value == null ? state.initialValue() : (V) value;
        }

        public <K, V> boolean exists(StateSpec<K, V> state, K key) {
            return valueAt(new Place(state.name(), key)) != null;
        }

        /** Writes a value and gives it back; null deletes. */
        public <K, V> V write(StateSpec<K, V> state, K key, V value) {
            if (value != null && state.constraint() != null && !state.constraint().test(value)) {
                abort(state.constraintName());
            }
            written.put(new Place(state.name(), key), value);
            return value;
        }

        private Object valueAt(Place place) {
            return written.containsKey(place) ? written.get(place) : installed.get(place);
        }

        /** The value of a key, as a stateful function gets it. */
        public <K, V> ValueAccess<V> access(StateSpec<K, V> state, K key) {
            return new ValueAccess<>() {
                @Override
                public V get() {
                    return read(state, key);
                }

                @Override
                public boolean exists() {
                    return View.this.exists(state, key);
                }

                @Override
                public void set(V value) {
                    write(state, key, value);
                }

                @Override
                public void delete() {
                    write(state, key, null);
                }
            };
        }

        public void emit(Object element) {
            emitted.add(element);
        }

        public void abort(String rule) {
            throw new Aborted(rule);
        }
    }

    private static final class Aborted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Aborted(String rule) {
            super(rule);
        }
    }
}
