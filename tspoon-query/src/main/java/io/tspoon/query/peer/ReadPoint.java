/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * Which values to read: those at a timestamp, or the newest ones.
 *
 * @param exact whether to read exactly at the timestamp; otherwise the newest values are read, and
 *     include every transaction up to it
 * @param timestamp the timestamp
 */
@Internal
public record ReadPoint(boolean exact, long timestamp) {
    /** The values at a timestamp. */
    public static ReadPoint at(long timestamp) {
        return new ReadPoint(true, timestamp);
    }

    /** The newest values, with every transaction up to a timestamp. */
    public static ReadPoint after(long timestamp) {
        return new ReadPoint(false, timestamp);
    }
}
