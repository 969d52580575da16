/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Access;

import org.jspecify.annotations.Nullable;

/** An access with the element that asks for it and its share of the weight. */
final class StateAccess<I, K, V> extends Access<K, V> {
    @Nullable I element;
    long weight;
}
