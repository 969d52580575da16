/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Objects;

/**
 * A key and its value in one snapshot.
 *
 * @param <K> key type
 * @param <V> value type, or that of its projection
 */
@PublicEvolving
public record Entry<K, V>(K key, V value) {
    public Entry {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
    }
}
