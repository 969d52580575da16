/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.AnyRole;
import io.tspoon.api.RoleFakes;
import io.tspoon.api.RoleValues;
import io.tspoon.api.StateSpec;
import io.tspoon.runtime.exchange.KeyedValues;
import io.tspoon.runtime.exchange.NamedRole;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values of the keys of an element, for the test of a single function of {@code transact}. The
 * roles give the keys, as they do in a job; a key that plays several roles is one value.
 *
 * <pre>{@code
 * Transfer transfer = new Transfer("alice", "bob", 3);
 * FakeRoles<Transfer> roles =
 *     FakeRoles.of(transfer, PAYER, PAYEE).given(BALANCE, "alice", 5L).given(BALANCE, "bob", 0L);
 * Bank.pay(transfer, roles.values(), new FakeContext<>());
 * assertThat(roles.value(BALANCE, "bob")).isEqualTo(3L);
 * }</pre>
 *
 * <p>Constraints are not checked: in a job they are, once the function has returned. A {@link
 * SerialRun} checks them.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class FakeRoles<T> {
    private final Map<String, NamedRole> roles = new LinkedHashMap<>();
    private final Map<String, Set<Object>> keys = new HashMap<>();
    private final Map<String, StateSpec<?, ?>> states = new HashMap<>();
    private final Map<Place, Object> values = new HashMap<>();

    private record Place(String state, Object key) {}

    private FakeRoles() {}

    /**
     * The keys of an element that play these roles. None of them has a value.
     *
     * @param element for which the function is called
     * @param roles all that are passed to {@code transact}
     */
    @SafeVarargs
    public static <T> FakeRoles<T> of(T element, AnyRole<T>... roles) {
        FakeRoles<T> fake = new FakeRoles<>();
        for (AnyRole<T> role : roles) {
            fake.roles.put(role.name(), RoleFakes.named(role));
            fake.states.put(RoleFakes.state(role).name(), RoleFakes.state(role));
            fake.keys.put(role.name(), RoleFakes.keys(role, element));
        }
        return fake;
    }

    /** Gives a key a value. */
    public <K, V> FakeRoles<T> given(StateSpec<K, V> state, K key, V value) {
        values.put(new Place(state.name(), key), value);
        return this;
    }

    /** Returns what a key has now; null if nothing, whatever the initial value. */
    @SuppressWarnings("unchecked") // only values of the state are in its places
    public <K, V> @Nullable V value(StateSpec<K, V> state, K key) {
        return (V) values.get(new Place(state.name(), key));
    }

    /** Returns what the function gets. */
    public RoleValues<T> values() {
        return RoleFakes.values(new Values());
    }

    private final class Values implements KeyedValues {
        @Override
        public Object onlyKey(NamedRole role) {
            Collection<?> given = keys(role);
            if (given.size() != 1) {
                throw new IllegalStateException(
                        "[TSP-8019] Cannot use fake: the role has not one key, role="
                                + role.name()
                                + ", keys="
                                + given
                                + ". Ask for it by the Roles that give the keys.");
            }
            return given.iterator().next();
        }

        @Override
        public Collection<?> keys(NamedRole role) {
            if (!role.equals(roles.get(role.name()))) {
                throw new IllegalStateException(
                        "[TSP-8020] Cannot use fake: the role was not passed to it, role="
                                + role
                                + ", roles="
                                + roles.values());
            }
            return List.copyOf(keys.getOrDefault(role.name(), Set.of()));
        }

        @SuppressWarnings("unchecked") // the keys of a role are those of its state
        private static <K> @Nullable Object initialValue(StateSpec<K, ?> state, Object key) {
            return state.initialValueOf((K) key);
        }

        @Override
        public @Nullable Object get(NamedRole role, Object key) {
            Object value = values.get(place(role, key));
            StateSpec<?, ?> state = states.get(role.state());
            return value == null && state != null ? initialValue(state, key) : value;
        }

        @Override
        public boolean exists(NamedRole role, Object key) {
            return values.containsKey(place(role, key));
        }

        @Override
        public void set(NamedRole role, Object key, @Nullable Object value) {
            Place place = place(role, key);
            if (!role.updates()) {
                throw new IllegalStateException(
                        "[TSP-8021] Cannot use fake: the role only reads, role="
                                + role.name()
                                + ", key="
                                + key
                                + ". Declare the role with update.");
            }
            if (value == null) {
                values.remove(place);
            } else {
                values.put(place, value);
            }
        }

        private Place place(NamedRole role, Object key) {
            if (!keys(role).contains(key)) {
                throw new IllegalStateException(
                        "[TSP-8022] Cannot use fake: the key does not play this role, role="
                                + role.name()
                                + ", key="
                                + key
                                + ", keys="
                                + keys(role)
                                + ". Let the role give this one.");
            }
            return new Place(role.state(), key);
        }
    }
}
