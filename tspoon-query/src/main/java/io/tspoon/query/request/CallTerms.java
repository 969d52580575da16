/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.apache.flink.annotation.Internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the sender of calls wants beside their execution.
 *
 * @param after timestamp above which their transactions get theirs; 0 for none
 * @param awaitsDurable whether to tell an outcome only once it is durable
 * @param timeoutMs how long to wait for outcomes, in milliseconds
 */
@Internal
public record CallTerms(long after, boolean awaitsDurable, long timeoutMs) {
    /** Names of the parameters. */
    public static final Set<String> PARAMETERS = Set.of("after", "wait", "timeoutMs");

    /** Reads the parameters of a request's address, which are all of these names. */
    public static CallTerms of(Map<String, String> parameters, WantedSnapshot.Timeouts timeouts) {
        Map<String, String> ofReads = new HashMap<>(parameters);
        String wait = ofReads.remove("wait");
        boolean durable = "durable".equals(wait);
        if (wait != null && !durable && !wait.equals("executed")) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4133] Cannot read call: wait is neither executed nor durable.");
        }
        WantedSnapshot when = WantedSnapshot.of(ofReads, timeouts);
        return new CallTerms(when.after(), durable, when.timeoutMs());
    }
}
