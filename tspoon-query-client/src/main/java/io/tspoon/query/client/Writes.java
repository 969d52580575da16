/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.StateSpec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What one transaction expects and writes of states, for {@link GraphCaller#transact}. Immutable;
 * the methods return other ones.
 *
 * <pre>{@code
 * Writes.none()
 *     .expect(BALANCE, "alice", 100L)
 *     .put(BALANCE, "alice", 70L)
 *     .put(BALANCE, "bob", 30L)
 * }</pre>
 *
 * <p>All of it happens, or nothing: it aborts if something is not as expected, or if a value
 * violates the constraint of its state. At most one thing may be expected, and one written, of each
 * key.
 */
@PublicEvolving
public final class Writes {
    private static final Writes NONE = new Writes(List.of());

    private final List<Clause<?, ?>> clauses;

    /** Where in a request a clause stands. */
    private enum Kind {
        EXPECT("expect"),
        PUT("put"),
        DELETE("delete");

        private final String field;

        Kind(String field) {
            this.field = field;
        }
    }

    /**
     * What is wanted of one key.
     *
     * @param value null if there is to be none
     */
    private record Clause<K, V>(Kind kind, StateTypes<K, V> types, K key, @Nullable V value) {
        void addTo(ObjectNode body, Json json) {
            ObjectNode clause = body.withArray(kind.field).addObject().put("state", types.state());
            clause.set("key", json.key(types, key));
            if (value != null) {
                clause.set("value", json.typed(types.value(), value));
            } else if (kind == Kind.EXPECT) {
                clause.put("absent", true);
            }
        }
    }

    private Writes(List<Clause<?, ?>> clauses) {
        this.clauses = clauses;
    }

    /** Nothing yet. */
    public static Writes none() {
        return NONE;
    }

    /**
     * Expects that a key has a value. What counts is whether both are equal. A key without a value
     * has the initial value of its state, as for all who read it.
     */
    public <K, V> Writes expect(StateSpec<K, V> state, K key, V value) {
        return with(Kind.EXPECT, state, key, Objects.requireNonNull(value));
    }

    /** Expects that a key has no value, so that it has the initial one if there is one. */
    public <K> Writes expectAbsent(StateSpec<K, ?> state, K key) {
        return with(Kind.EXPECT, state, key, null);
    }

    /** Writes the value of a key. */
    public <K, V> Writes put(StateSpec<K, V> state, K key, V value) {
        return with(Kind.PUT, state, key, Objects.requireNonNull(value));
    }

    /** Removes the value of a key, if it has one. */
    public <K> Writes delete(StateSpec<K, ?> state, K key) {
        return with(Kind.DELETE, state, key, null);
    }

    private <K, V> Writes with(Kind kind, StateSpec<K, V> state, K key, @Nullable V value) {
        List<Clause<?, ?>> all = new ArrayList<>(clauses);
        all.add(new Clause<>(kind, typesOf(state), Objects.requireNonNull(key), value));
        return new Writes(List.copyOf(all));
    }

    private static <K, V> StateTypes<K, V> typesOf(StateSpec<K, V> state) {
        return new StateTypes<>(state.name(), state.keyType(), state.valueType());
    }

    JsonNode json(Json json) {
        ObjectNode body = json.object();
        clauses.forEach(clause -> clause.addTo(body, json));
        return body;
    }

    @Override
    public String toString() {
        return "Writes" + clauses;
    }
}
