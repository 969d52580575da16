/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;

/**
 * Timers of a state, or the expiry of its values.
 *
 * @param place of the state
 * @param kept the place of what is kept
 * @param expireAfterMs how long a value stays that is not written; 0 if these are timers
 * @param payload class of the payloads of timers
 */
@Internal
public record TimedLine(int place, int kept, long expireAfterMs, Class<?> payload)
        implements Serializable {
    boolean isExpiry() {
        return expireAfterMs > 0;
    }

    /** The place of a state that has all keys which wait for something. */
    int scanned() {
        return isExpiry() ? place : kept;
    }
}
