/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

/**
 * A key that is often accessed.
 *
 * @param key the key; must not be modified
 * @param share of the accesses that were sampled last at its instance, 1 for all of them
 * @param <K> key type
 */
@Internal
public record HotKey<K>(K key, double share) {}
