/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.KeyedValues;
import io.tspoon.runtime.exchange.NamedRole;
import io.tspoon.runtime.exchange.RolePlan;
import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** An element whose function is called when the values of its keys are there. */
final class ExchangeCall implements KeyedValues {
    private final Outlet.ToExchange exchange;
    private final Object element;
    private final Step<Object> next;

    /** By the place of a role among those of the operation: its keys. */
    private final ExchangedKeys[] byRole;

    private boolean copies;

    /**
     * @param next takes the results
     */
    ExchangeCall(Outlet.ToExchange exchange, Object element, Step<Object> next) {
        this.exchange = exchange;
        this.element = element;
        this.next = next;
        this.byRole = new ExchangedKeys[exchange.roles().size()];
        for (int i = 0; i < byRole.length; i++) {
            byRole[i] = new ExchangedKeys();
        }
    }

    /**
     * A key plays a role for the element.
     *
     * @param role its place among those of the operation
     */
    void plays(int role, ExchangedKey key) {
        ExchangedKeys keys = byRole[role];
        if (keys.find(key.role.operator(), key.key) == null) {
            keys.add(key);
        }
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
    public Object onlyKey(NamedRole role) {
        List<ExchangedKey> keys = byRole[place(role)].all();
        if (keys.size() != 1) {
            throw new IllegalStateException(
                    "[TSP-2120] Cannot access value: the role has not one key, role="
                            + role.name()
                            + ", keys="
                            + keys.size()
                            + ", element="
                            + element
                            + ". It was passed to transact as Roles: ask for it by that.");
        }
        return keys.get(0).key;
    }

    @Override
    public Collection<?> keys(NamedRole role) {
        List<ExchangedKey> keys = byRole[place(role)].all();
        List<Object> given = new ArrayList<>(keys.size());
        for (ExchangedKey key : keys) {
            given.add(key.key);
        }
        return Collections.unmodifiableList(given);
    }

    @Override
    public @Nullable Object get(NamedRole role, Object key) {
        ExchangedKey exchanged = key(place(role), key);
        Object value = exchanged.value;
        return value == null
                ? exchanged.role.initialValue().of(exchanged.key) // it was deleted
                : copy(exchanged, value);
    }

    @Override
    public boolean exists(NamedRole role, Object key) {
        return key(place(role), key).exists;
    }

    @Override
    public void set(NamedRole role, Object key, @Nullable Object value) {
        int place = place(role);
        ExchangedKey exchanged = key(place, key);
        if (!exchange.roles().get(place).updates()) {
            throw new IllegalStateException(
                    "[TSP-2115] Cannot write value: the role only reads, role="
                            + role.name()
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

    /** The place of a role among those of the operation. */
    private int place(NamedRole role) {
        List<RolePlan<?>> roles = exchange.roles();
        for (int i = 0; i < roles.size(); i++) {
            RolePlan<?> declared = roles.get(i);
            if (declared.name().equals(role.name())) {
                checkSame(declared, role);
                return i;
            }
        }
        throw new IllegalStateException(
                "[TSP-2116] Cannot access value: the operation has no such role, role="
                        + role.name()
                        + ", roles="
                        + roles.stream().map(RolePlan::name).toList()
                        + ", element="
                        + element
                        + ". Pass the role to transact.");
    }

    /** Otherwise the function would take the value of one state for that of another. */
    private void checkSame(RolePlan<?> declared, NamedRole role) {
        if (!declared.is(role)) {
            throw new IllegalStateException(
                    "[TSP-2119] Cannot access value: the operation has another role of this name,"
                            + " role="
                            + role.name()
                            + ", state="
                            + role.state()
                            + ", updates="
                            + role.updates()
                            + ", declared state="
                            + declared.state()
                            + ", declared updates="
                            + declared.updates()
                            + ", element="
                            + element
                            + ". Ask for the role that was passed to transact.");
        }
    }

    private ExchangedKey key(int place, Object key) {
        RolePlan<?> role = exchange.roles().get(place);
        ExchangedKey exchanged = byRole[place].find(role.operator(), key);
        if (exchanged == null) {
            throw new IllegalStateException(
                    "[TSP-2117] Cannot access value: the key does not play this role, role="
                            + role.name()
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
