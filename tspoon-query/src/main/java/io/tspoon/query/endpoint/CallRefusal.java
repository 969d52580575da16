/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.peer.CallFailure;

import java.io.Serial;

/** Refuses a call with more than a reason. Thrown and caught in one thread. */
final class CallRefusal extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final transient CallFailure failure;

    CallRefusal(CallFailure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    CallFailure failure() {
        return failure;
    }
}
