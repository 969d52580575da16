/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.exchange.KeyedValues;
import io.tspoon.runtime.exchange.NamedRole;

import org.apache.flink.annotation.Internal;

import java.util.LinkedHashSet;
import java.util.Set;

/** What the test kit needs to stand in for the values of roles. */
@Internal
public final class RoleFakes {
    private RoleFakes() {}

    /** What a function gets. */
    public static <T> RoleValues<T> values(KeyedValues values) {
        return new RoleValues<>(values);
    }

    /** The role as a function names it. */
    public static NamedRole named(AnyRole<?> role) {
        return role.named();
    }

    /** The state that has the keys. */
    public static StateSpec<?, ?> state(AnyRole<?> role) {
        return role.state();
    }

    /** The keys of an element, each once. */
    public static <T> Set<Object> keys(AnyRole<T> role, T element) {
        Set<Object> keys = new LinkedHashSet<>();
        try {
            for (Object key : role.keysOf(element)) {
                keys.add(key);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "[TSP-1144] Cannot find keys of a role: its function failed, role="
                            + role.name()
                            + ", element="
                            + element,
                    e);
        }
        return keys;
    }
}
