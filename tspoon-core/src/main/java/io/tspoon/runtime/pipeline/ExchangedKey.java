/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.exchange.RolePlan;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** A key of a transaction, and its value as far as it is known. */
final class ExchangedKey {
    final int place;
    final RolePlan<?> role;
    final Object key;

    /** Whether any role of the key may write. */
    boolean updates;

    boolean exists;
    @Nullable Object value;
    boolean written;

    /**
     * @param role one of its roles
     */
    ExchangedKey(int place, RolePlan<?> role, Object key) {
        this.place = place;
        this.role = role;
        this.key = key;
    }

    ExchangedValue<Object, Object> request() {
        return ExchangedValue.request(place, key, updates);
    }

    ExchangedValue<Object, Object> write() {
        return ExchangedValue.write(place, key, value);
    }

    /** Aborts the transaction if what was written violates the constraint of the state. */
    void check(AbortCapture capture) {
        RolePlan.Rule rule = role.rule();
        Object last = value;
        if (written && last != null && rule != null && !rule.test(last)) {
            capture.abort(AbortReasons.byConstraint(role.state(), key.toString(), role.ruleName()));
        }
    }

    @SuppressWarnings("unchecked") // the key is of the role's state
    TypeSerializer<ExchangedValue<Object, Object>> serializer() {
        return (TypeSerializer<ExchangedValue<Object, Object>>) role.requestSerializer();
    }
}
