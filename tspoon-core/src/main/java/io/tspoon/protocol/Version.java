/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/** An installed value that a newer one has replaced, kept for reads at smaller timestamps. */
final class Version<V> {
    long timestamp;
    @Nullable V value;
    @Nullable Version<V> older;

    Version(long timestamp, @Nullable V value, @Nullable Version<V> older) {
        this.timestamp = timestamp;
        this.value = value;
        this.older = older;
    }
}
