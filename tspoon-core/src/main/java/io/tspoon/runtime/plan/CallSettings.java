/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;
import java.time.Duration;

/**
 * What bounds the calls of a t-graph.
 *
 * @param retentionMs how long the outcome of a call is retained
 * @param maxRetained highest number of outcomes that a coordinator retains
 * @param maxWaiting highest number of calls that wait at a coordinator
 * @param maxInFlight highest number of calls in flight at a coordinator, beside other transactions
 */
@Internal
public record CallSettings(long retentionMs, int maxRetained, int maxWaiting, int maxInFlight)
        implements Serializable {
    /** What holds if nothing is set. */
    public static final CallSettings DEFAULT =
            new CallSettings(Duration.ofHours(1).toMillis(), 1_000_000, 4_096, 256);

    /** With the names of the options. */
    @Override
    public String toString() {
        return "call-retention="
                + retentionMs
                + " ms, max-retained-calls="
                + maxRetained
                + ", max-waiting-calls="
                + maxWaiting
                + ", max-calls-in-flight="
                + maxInFlight;
    }
}
