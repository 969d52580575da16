/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/**
 * Elements with their keys, while a t-graph is built.
 *
 * @param type type of the elements
 * @param keyType type of the keys
 * @param check fails if no state may be accessed for the elements any more
 * @param entry makes an entry by which the elements come to an operator, a new one for each access;
 *     null if they keep the key with which they came to {@code operator}
 * @param operator accesses a state for the elements; null if they have an entry
 * @param failures which accesses for the elements may abort their transaction
 */
record KeyedElements<T, K>(
        TypeInformation<T> type,
        TypeInformation<K> keyType,
        Runnable check,
        @Nullable Supplier<Entry<T, K>> entry,
        @Nullable OperatorDraft<K> operator,
        Failures<T> failures) {
    /** The same elements, of which the program has said something more. */
    KeyedElements<T, K> with(Failures<T> said) {
        return new KeyedElements<>(type, keyType, check, entry, operator, said);
    }
}
