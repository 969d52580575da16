/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

/** Makes the reasons that aborts carry. */
public final class AbortReasons {
    private AbortReasons() {}

    /** User code has called the abort method. */
    public static AbortReason byUser(
            String operator, String key, String reason, Object... details) {
        if (details.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "Cannot abort transaction: details must be names and values in turn, operator="
                            + operator
                            + ", details="
                            + details.length);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < details.length; i += 2) {
            text.append(i == 0 ? "" : ", ").append(details[i]).append('=').append(details[i + 1]);
        }
        return new AbortReason(AbortReason.Kind.USER, operator, key, reason, text.toString());
    }

    /** A value violates the constraint of its state. */
    public static AbortReason byConstraint(String operator, String key, String constraint) {
        return new AbortReason(AbortReason.Kind.CONSTRAINT, operator, key, constraint, "");
    }

    /** The reason of a stateless operation behind a stateful one, with the key accessed there. */
    public static AbortReason withKey(AbortReason reason, String key) {
        return new AbortReason(
                reason.kind(), reason.operator(), key, reason.rule(), reason.detail());
    }
}
