/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

import org.jspecify.annotations.Nullable;

/** Makes the reasons that aborts carry. */
public final class AbortReasons {
    /** The reason of an abort that was given none. */
    private static final String NO_REASON = "no reason given";

    /** The name of a last detail that has none. */
    private static final String LONE_NAME = "detail";

    private AbortReasons() {}

    /**
     * User code has called the abort method. Whatever it gives, the transaction is aborted: nothing
     * here throws.
     */
    public static AbortReason byUser(
            String operator, String key, @Nullable String reason, @Nullable Object... details) {
        return new AbortReason(
                AbortReason.Kind.USER,
                operator,
                key,
                reason == null ? NO_REASON : reason,
                details == null ? LONE_NAME + "=null" : pairs(details));
    }

    private static String pairs(@Nullable Object... details) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < details.length; i += 2) {
            boolean isAlone = i == details.length - 1;
            text.append(i == 0 ? "" : ", ")
                    .append(isAlone ? LONE_NAME : text(details[i]))
                    .append('=')
                    .append(text(details[isAlone ? i : i + 1]));
        }
        return text.toString();
    }

    private static String text(@Nullable Object detail) {
        try {
            return String.valueOf(detail);
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            return "(" + e.getClass().getName() + ")";
        }
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
