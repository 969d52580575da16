/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.function.Supplier;

/**
 * Elements with their keys, while a t-graph is built.
 *
 * @param type type of the elements
 * @param keyType type of the keys
 * @param check fails if no state may be accessed for the elements any more
 * @param operator gives the operator that accesses a state for the elements; a new one for each
 *     access, if the elements come over the network
 * @param failures which accesses for the elements may abort their transaction
 */
record KeyedElements<T, K>(
        TypeInformation<T> type,
        TypeInformation<K> keyType,
        Runnable check,
        Supplier<OperatorDraft<K>> operator,
        Failures<T> failures) {
    /** The same elements, of which the program has said something more. */
    KeyedElements<T, K> with(Failures<T> said) {
        return new KeyedElements<>(type, keyType, check, operator, said);
    }
}
