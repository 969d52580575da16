/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import java.util.Objects;

/**
 * Why a transaction was aborted.
 *
 * @param kind whether an integrity constraint or user code said no
 * @param operator name of the state whose constraint or function voted for the abort, also where an
 *     operator has several states, or of the stateless operation
 * @param key the key that was accessed, as text; empty outside stateful operators
 * @param rule name of the violated constraint, or the reason that user code gave
 * @param detail {@code name=value} pairs that user code gave, separated by commas; may be empty
 */
public record AbortReason(Kind kind, String operator, String key, String rule, String detail) {
    public AbortReason {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(operator);
        Objects.requireNonNull(key);
        Objects.requireNonNull(rule);
        Objects.requireNonNull(detail);
    }

    /** Who voted for the abort. */
    public enum Kind {
        /** The integrity constraint of a stateful operator. */
        CONSTRAINT,
        /** A call of the abort method by user code. */
        USER
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(rule).append(" (operator=").append(operator);
        if (!key.isEmpty()) {
            text.append(", key=").append(key);
        }
        if (!detail.isEmpty()) {
            text.append(", ").append(detail);
        }
        return text.append(')').toString();
    }
}
