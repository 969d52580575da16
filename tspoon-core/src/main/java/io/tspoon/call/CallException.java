/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;

/** Why a call has no outcome. */
@Internal
public final class CallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** What kept a coordinator from executing the call, or from telling its outcome. */
    public enum Reason {
        /** The key belongs to a call with another request. The call was not executed. */
        KEY_REUSED,
        /** Too many calls wait, or too many outcomes are retained. The call was not executed. */
        OVERLOADED,
        /** The t-graph has ended. The call was not executed. */
        ENDED,
        /** Another coordinator owns the key. The call was not executed. */
        NOT_OWNER,
        /** The timestamp after which it is to be executed is too far ahead; not executed. */
        TOO_FAR_AHEAD,
        /** The coordinator has stopped. Whether the call was executed is not known. */
        STOPPED
    }

    public CallException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
