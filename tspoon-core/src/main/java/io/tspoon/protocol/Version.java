/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/** An installed value that a newer one has replaced, kept for reads at smaller timestamps. */
final class Version<V> extends ValueCell<V> {
    long timestamp;
    @Nullable Version<V> older;

    /** Null if the newest version of all has replaced this one. */
    @Nullable Version<V> newer;

    /** Whether somebody will drop this version when it is no longer needed. */
    boolean listed;

    /** Its value is set next. */
    Version(long timestamp, @Nullable Version<V> older) {
        this.timestamp = timestamp;
        this.older = older;
        if (older != null) {
            older.newer = this;
        }
    }

    Version(long timestamp, ValueCell<V> value, @Nullable Version<V> older) {
        this(timestamp, older);
        keepThatOf(value);
    }
}
