/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallException;
import io.tspoon.call.CallKey;

/** Says why a call has no outcome. For any thread. */
record CallRefusals(String graph) {
    CallException of(CallException.Reason reason, CallKey key) {
        String where = ", graph=" + graph + ", procedure=" + key.procedure() + ". ";
        return new CallException(
                reason,
                switch (reason) {
                    case KEY_REUSED ->
                            "[TSP-2121] Cannot execute call: its key belongs to a call with another"
                                    + " request"
                                    + where
                                    + "Give each call a key of its own.";
                    case OVERLOADED ->
                            "[TSP-2122] Cannot execute call: too many wait, or as many outcomes are"
                                    + " retained as may be"
                                    + where
                                    + "Try again later, or raise max-waiting-calls or"
                                    + " max-retained-calls.";
                    case ENDED ->
                            "[TSP-2123] Cannot execute call: the t-graph has ended"
                                    + where
                                    + "Call the job that goes on from its savepoint.";
                    case NOT_OWNER ->
                            "[TSP-2124] Cannot execute call: another coordinator owns its key"
                                    + where
                                    + "Try again.";
                    case TOO_FAR_AHEAD ->
                            "[TSP-2125] Cannot execute call: the timestamp after which it is to be"
                                    + " executed is too far ahead"
                                    + where
                                    + "Pass a timestamp from an answer.";
                    case STOPPED ->
                            "[TSP-2126] Cannot tell outcome: the coordinator has stopped"
                                    + where
                                    + "Repeat the call with the same key.";
                });
    }
}
