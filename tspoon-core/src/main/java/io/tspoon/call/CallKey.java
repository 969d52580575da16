/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;

/**
 * What identifies a call: whoever repeats it gets the first outcome.
 *
 * @param procedure name of the procedure
 * @param caller who calls; empty if callers are not told apart. Has no colon
 * @param key the caller's own key
 */
@Internal
public record CallKey(String procedure, String caller, String key) {
    private static final char SEPARATOR = ':';

    /**
     * The key of the call's transaction: that of the caller, behind the caller if there is one.
     * With the name of the procedure it says the same as this object.
     */
    public String transactionKey() {
        return caller.isEmpty() && key.indexOf(SEPARATOR) < 0 ? key : caller + SEPARATOR + key;
    }

    /** The call whose transaction has this key. */
    public static CallKey of(String procedure, String transactionKey) {
        int separator = transactionKey.indexOf(SEPARATOR);
        return separator < 0
                ? new CallKey(procedure, "", transactionKey)
                : new CallKey(
                        procedure,
                        transactionKey.substring(0, separator),
                        transactionKey.substring(separator + 1));
    }
}
