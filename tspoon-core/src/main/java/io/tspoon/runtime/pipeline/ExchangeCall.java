/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.KeyedValues;
import io.tspoon.runtime.exchange.RolePlan;
import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** An element whose function is called when the values of its keys are there. */
final class ExchangeCall implements KeyedValues {
    private final Outlet.ToExchange exchange;
    private final Object element;
    private final Step<Object> next;

    /** By role, in the order of their declaration: its keys. */
    private final Map<String, Map<Object, ExchangedKey>> byRole = new LinkedHashMap<>();

    private boolean copies;

    /**
     * @param next takes the results
     */
    ExchangeCall(Outlet.ToExchange exchange, Object element, Step<Object> next) {
        this.exchange = exchange;
        this.element = element;
        this.next = next;
        for (RolePlan<?> role : exchange.roles()) {
            byRole.put(role.name(), new LinkedHashMap<>());
        }
    }

    /** A key plays a role for the element. */
    void plays(RolePlan<?> role, ExchangedKey key) {
        keysOf(role.name()).put(key.key, key);
    }

    Outlet.ToExchange exchange() {
        return exchange;
    }

    Object element() {
        return element;
    }

    Step<Object> next() {
        return next;
    }

    /** What is read and written is copied if it can change. */
    void copyValues() {
        copies = true;
    }

    // ------------------------------------------------------------------ user's view

    @Override
    public Object onlyKey(String role) {
        return keysOf(role).keySet().iterator().next();
    }

    @Override
    public Collection<?> keys(String role) {
        return java.util.Collections.unmodifiableSet(keysOf(role).keySet());
    }

    @Override
    public @Nullable Object get(String role, Object key) {
        ExchangedKey exchanged = key(role, key);
        return copy(exchanged, exchanged.value);
    }

    @Override
    public boolean exists(String role, Object key) {
        return key(role, key).exists;
    }

    @Override
    public void set(String role, Object key, @Nullable Object value) {
        ExchangedKey exchanged = key(role, key);
        if (!plan(role).updates()) {
            throw new IllegalStateException(
                    "[TSP-2115] Cannot write value: the role only reads, role="
                            + role
                            + ", state="
                            + exchanged.role.state()
                            + ", key="
                            + key
                            + ", element="
                            + element
                            + ". Declare the role with update.");
        }
        exchanged.value = copy(exchanged, value);
        exchanged.exists = value != null;
        exchanged.written = true;
    }

    private RolePlan<?> plan(String name) {
        for (RolePlan<?> role : exchange.roles()) {
            if (role.name().equals(name)) {
                return role;
            }
        }
        throw unknown(name);
    }

    private IllegalStateException unknown(String role) {
        return new IllegalStateException(
                "[TSP-2116] Cannot access value: the operation has no such role, role="
                        + role
                        + ", roles="
                        + byRole.keySet()
                        + ", element="
                        + element
                        + ". Pass the role to transact.");
    }

    private Map<Object, ExchangedKey> keysOf(String role) {
        Map<Object, ExchangedKey> keys = byRole.get(role);
        if (keys == null) {
            throw unknown(role);
        }
        return keys;
    }

    private ExchangedKey key(String role, Object key) {
        ExchangedKey exchanged = keysOf(role).get(key);
        if (exchanged == null) {
            throw new IllegalStateException(
                    "[TSP-2117] Cannot access value: the key does not play this role, role="
                            + role
                            + ", key="
                            + key
                            + ", element="
                            + element
                            + ". All keys must be known when the transaction enters: let the role"
                            + " give this one.");
        }
        return exchanged;
    }

    @SuppressWarnings("unchecked") // the value is of the role's state
    private @Nullable Object copy(ExchangedKey exchanged, @Nullable Object value) {
        TypeSerializer<Object> serializer =
                (TypeSerializer<Object>) exchanged.role.valueSerializer();
        return value == null || !copies || serializer.isImmutableType()
                ? value
                : serializer.copy(value);
    }
}
