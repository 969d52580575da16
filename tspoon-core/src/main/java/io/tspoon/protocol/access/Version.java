/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.jspecify.annotations.Nullable;

/** An installed value that a newer one has replaced, kept for reads at smaller timestamps. */
final class Version<V> extends ValueCell<V> {
    long timestamp;
    @Nullable Version<V> older;

    /**
     * The version that replaced this one; null if that is the newest one, which is in the record.
     */
    @Nullable Version<V> newer;

    /** Whether the version is on a list of {@link SnapshotPins}, which will drop it. */
    boolean listed;

    /** Creates a version whose value is set next. */
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
