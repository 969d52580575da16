/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The first outcome of a call.
 *
 * @param key the caller's key
 * @param outcome of its transaction
 * @param durable whether no crash can take it back
 * @param repeated whether an earlier request has brought it about
 * @param id of its transaction
 * @param timestamp of its deciding attempt
 * @param attempts number of attempts
 * @param reasons for the abort; empty if committed
 * @param emitted what the transaction emitted, as JSON; empty if aborted
 */
@Internal
public record ToldOutcome(
        String key,
        Outcome outcome,
        boolean durable,
        boolean repeated,
        long id,
        long timestamp,
        int attempts,
        List<AbortReason> reasons,
        List<JsonNode> emitted)
        implements CallReply {
    /** Whether user code threw an exception for the call. */
    public boolean hasFailed() {
        for (AbortReason reason : reasons) {
            if (reason.kind() == AbortReason.Kind.FAILURE) {
                return true;
            }
        }
        return false;
    }
}
