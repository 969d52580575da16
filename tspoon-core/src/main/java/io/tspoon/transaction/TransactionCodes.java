/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.Internal;

/**
 * The byte codes of outcomes and of kinds of abort reasons, in logs, in stored results and in
 * blocks. They do not depend on the order in which the constants are declared. For the engine.
 *
 * <pre>
 *  byte   outcome     kind of reason
 *  0      COMMITTED   CONSTRAINT
 *  1      ABORTED     USER
 *  2                  BOUND
 *  3                  FAILURE
 *  4                  EXPECTATION
 * </pre>
 */
@Internal
public final class TransactionCodes {
    private TransactionCodes() {}

    public static int code(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED -> 0;
            case ABORTED -> 1;
        };
    }

    public static int code(AbortReason.Kind kind) {
        return switch (kind) {
            case CONSTRAINT -> 0;
            case USER -> 1;
            case BOUND -> 2;
            case FAILURE -> 3;
            case EXPECTATION -> 4;
        };
    }

    /**
     * @throws IllegalArgumentException if no outcome has this code
     */
    public static Outcome outcome(int code) {
        return switch (code) {
            case 0 -> Outcome.COMMITTED;
            case 1 -> Outcome.ABORTED;
            default -> throw unknown("outcome", code);
        };
    }

    /**
     * @throws IllegalArgumentException if no kind has this code
     */
    public static AbortReason.Kind kind(int code) {
        return switch (code) {
            case 0 -> AbortReason.Kind.CONSTRAINT;
            case 1 -> AbortReason.Kind.USER;
            case 2 -> AbortReason.Kind.BOUND;
            case 3 -> AbortReason.Kind.FAILURE;
            case 4 -> AbortReason.Kind.EXPECTATION;
            default -> throw unknown("kind of reason", code);
        };
    }

    private static IllegalArgumentException unknown(String what, int code) {
        return new IllegalArgumentException(
                "[TSP-2701] Cannot read transaction: unknown " + what + ", code=" + code);
    }
}
