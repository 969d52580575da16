/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.RolePlan;
import io.tspoon.runtime.plan.Outlet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exchange of values in one attempt: the elements for which functions will be called, and their
 * keys. A key is accessed once, however many elements and roles name it.
 */
final class Exchange {
    /** The functions of an attempt are called in the order in which their elements came. */
    private final List<ExchangeCall> calls = new ArrayList<>();

    private final List<ExchangedKey> keys = new ArrayList<>();
    private final Map<Place, ExchangedKey> byPlace = new LinkedHashMap<>();

    private record Place(int operator, Object key) {}

    List<ExchangeCall> calls() {
        return calls;
    }

    List<ExchangedKey> keys() {
        return keys;
    }

    /** Adds an element, and asks its roles for their keys. */
    @SuppressWarnings("unchecked") // the roles are those of the element's type
    void add(Outlet.ToExchange exchange, Object element, Step<Object> next) throws Exception {
        ExchangeCall call = new ExchangeCall(exchange, element, next);
        for (RolePlan<?> role : exchange.roles()) {
            for (Object key : ((RolePlan<Object>) role).keys().of(element)) {
                if (key == null) {
                    throw new NullPointerException(
                            "[TSP-2114] Cannot access state: the key of a role is null, role="
                                    + role.name()
                                    + ", state="
                                    + role.state()
                                    + ", element="
                                    + element
                                    + ". Filter such elements out before transact, or use Roles,"
                                    + " which may have no keys.");
                }
                call.plays(role, key(role, key));
            }
        }
        calls.add(call);
    }

    private ExchangedKey key(RolePlan<?> role, Object key) {
        ExchangedKey exchanged =
                byPlace.computeIfAbsent(
                        new Place(role.operator(), key),
                        place -> {
                            ExchangedKey added = new ExchangedKey(keys.size(), role, key);
                            keys.add(added);
                            return added;
                        });
        exchanged.updates |= role.updates();
        return exchanged;
    }
}
