/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Objects;

/**
 * Why a transaction was aborted. In results, each text is cut after 20,000 characters and then ends
 * in {@code ...}.
 *
 * @param kind whether a constraint, user code, a bound, an exception or an expectation aborted the
 *     transaction
 * @param operator name of the state whose constraint or function aborted the transaction, or of the
 *     stateless operation; the state's name even if its operator has several states; of a bound,
 *     the state where it was met, or the t-graph
 * @param key the accessed key as text; empty outside stateful operators
 * @param rule name of the violated constraint, the reason that user code gave, what is bounded, the
 *     class of the exception, or the JSON pointer of the expectation in its request
 * @param detail {@code name=value} pairs that user code or the bound gave, separated by commas, or
 *     the message of the exception; of an expectation, {@code exists=true} if the key has a value,
 *     else {@code exists=false}; may be empty
 */
@PublicEvolving
public record AbortReason(Kind kind, String operator, String key, String rule, String detail) {
    public AbortReason {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(operator);
        Objects.requireNonNull(key);
        Objects.requireNonNull(rule);
        Objects.requireNonNull(detail);
    }

    /** What aborted the transaction. */
    @PublicEvolving
    public enum Kind {
        /** A written value violated the integrity constraint of its state. */
        CONSTRAINT,
        /** User code called {@link TransactionContext#abort}. */
        USER,
        /** The transaction is larger than the t-graph or its write-ahead log permits. */
        BOUND,
        /** User code threw an exception, and the transaction is that of a call. */
        FAILURE,
        /** A value was not what somebody expected who wrote states from outside the job. */
        EXPECTATION
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
