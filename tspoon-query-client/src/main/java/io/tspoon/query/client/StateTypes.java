/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.Objects;

/** A state by name, and the types that the caller knows it by. */
record StateTypes<K, V>(String state, TypeInformation<K> key, TypeInformation<V> value) {
    StateTypes {
        Objects.requireNonNull(state);
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
    }

    <P> StateTypes<K, P> withValue(TypeInformation<P> other) {
        return new StateTypes<>(state, key, other);
    }
}
