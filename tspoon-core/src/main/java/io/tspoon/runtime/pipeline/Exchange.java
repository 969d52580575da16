/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.RolePlan;
import io.tspoon.runtime.plan.Outlet;

import java.util.ArrayList;
import java.util.List;

/**
 * The exchange of values in one attempt: the elements for which functions will be called, and their
 * keys. A key is accessed once, however many elements and roles name it.
 */
final class Exchange {
    /** The functions of an attempt are called in the order in which their elements came. */
    private final List<ExchangeCall> calls = new ArrayList<>(1);

    private final ExchangedKeys keys = new ExchangedKeys();

    List<ExchangeCall> calls() {
        return calls;
    }

    List<ExchangedKey> keys() {
        return keys.all();
    }

    /** Adds an element, and asks its roles for their keys. */
    @SuppressWarnings("unchecked") // the roles are those of the element's type
    void add(Outlet.ToExchange exchange, Object element, Step<Object> next) throws Exception {
        ExchangeCall call = new ExchangeCall(exchange, element, next);
        List<RolePlan<?>> roles = exchange.roles();
        for (int i = 0; i < roles.size(); i++) {
            RolePlan<Object> role = (RolePlan<Object>) roles.get(i);
            for (Object key : role.keys().of(element)) {
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
                call.plays(i, key(role, key));
            }
        }
        calls.add(call);
    }

    private ExchangedKey key(RolePlan<?> role, Object key) {
        ExchangedKey exchanged = keys.find(role.operator(), key);
        if (exchanged == null) {
            exchanged = new ExchangedKey(keys.all().size(), role, key);
            keys.add(exchanged);
        }
        exchanged.updates |= role.updates();
        return exchanged;
    }
}
