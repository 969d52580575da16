/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.function.Supplier;

/**
 * Elements with their key while a t-graph is built.
 *
 * @param type of the elements
 * @param keyType type of the keys
 * @param check fails if no state may be accessed for them any more
 * @param operator gives the operator that is to access a state for them; a new one each time, if
 *     they come over the network
 */
record KeyedElements<T, K>(
        TypeInformation<T> type,
        TypeInformation<K> keyType,
        Runnable check,
        Supplier<OperatorDraft<K>> operator) {}
