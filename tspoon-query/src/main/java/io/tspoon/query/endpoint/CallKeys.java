/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.jspecify.annotations.Nullable;

import java.util.regex.Pattern;

/** Makes the keys of calls. */
final class CallKeys {
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

    private CallKeys() {}

    /** The key of a call whose sender gives it in a header, which may be absent. */
    static CallKey ofHeader(String procedure, Caller caller, @Nullable String key) {
        if (key == null) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4130] Cannot read call: it has no key. Send the header Idempotency-Key, a"
                            + " text of your own for this call.");
        }
        return of(procedure, caller, key);
    }

    static CallKey of(String procedure, Caller caller, String key) {
        if (!KEY.matcher(key).matches()) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4131] Cannot read call: its key is not 1 to 255 visible ASCII"
                            + " characters.");
        }
        return new CallKey(procedure, caller.name(), key);
    }
}
