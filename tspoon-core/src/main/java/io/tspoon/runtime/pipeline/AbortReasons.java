/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** Creates the reasons of aborts. */
@Internal
public final class AbortReasons {
    /** Used if an abort gives no reason. */
    private static final String NO_REASON = "no reason given";

    /** Name of the last detail if the number of details is odd. */
    private static final String LONE_NAME = "detail";

    private static final String TOO_LARGE = "transaction is too large";

    /** While so many triggered transactions wait at a coordinator, it lets trigger no more. */
    public static final int MAX_WAITING = 100_000;

    private static final String TOO_MANY_TRIGGERS = "too many triggers";

    private AbortReasons() {}

    /**
     * The reason of an abort by user code. Never throws, whatever the arguments: the transaction
     * must be aborted in any case.
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
                    .append(isAlone ? LONE_NAME : UserTexts.whole(details[i]))
                    .append('=')
                    .append(UserTexts.whole(details[isAlone ? i : i + 1]));
        }
        return text.toString();
    }

    /** The reason of an abort because a value violates the constraint of its state. */
    public static AbortReason byConstraint(String operator, String key, String constraint) {
        return new AbortReason(AbortReason.Kind.CONSTRAINT, operator, key, constraint, "");
    }

    /**
     * The reason of an abort because a value is not what was expected.
     *
     * @param pointer JSON pointer of the expectation in its request
     * @param exists whether the key has a value
     */
    public static AbortReason byExpectation(
            String operator, String key, String pointer, boolean exists) {
        return new AbortReason(
                AbortReason.Kind.EXPECTATION, operator, key, pointer, "exists=" + exists);
    }

    /**
     * The reason of an abort because what a transaction writes or sends on is too much.
     *
     * @param limit in bytes
     */
    public static AbortReason byBound(String operator, String key, long limit) {
        return new AbortReason(
                AbortReason.Kind.BOUND, operator, key, TOO_LARGE, "limitBytes=" + limit);
    }

    /** The reason of an abort because a transaction triggers too many others. */
    public static AbortReason byTriggers(String operator, String key) {
        return new AbortReason(
                AbortReason.Kind.BOUND,
                operator,
                key,
                TOO_MANY_TRIGGERS,
                "limit=" + TriggerTarget.MAX_TRIGGERED);
    }

    /**
     * The reason of an abort because a transaction triggers another one though its chain has ended,
     * or too many wait.
     */
    public static AbortReason byDepth(String operator, String key) {
        return new AbortReason(
                AbortReason.Kind.BOUND,
                operator,
                key,
                TOO_MANY_TRIGGERS,
                "maxDepth=" + TriggerTarget.MAX_DEPTH + ", maxWaiting=" + MAX_WAITING);
    }

    /**
     * The reason of an abort because a batch is not one that can be executed.
     *
     * @param why it cannot
     * @param elements how many of it have come
     */
    public static AbortReason byBatch(String entrance, String why, int elements) {
        return new AbortReason(AbortReason.Kind.BOUND, entrance, "", why, "elements=" + elements);
    }

    /**
     * Adds the key, shortened, of the element of a batch for which the batch was aborted, or its
     * place if elements have no keys. A bound is of all elements together.
     */
    public static AbortReason ofElement(AbortReason reason, String key, int place) {
        if (reason.kind() == AbortReason.Kind.BOUND) {
            return reason;
        }
        String detail = key.isEmpty() ? "place=" + place : "element=" + UserTexts.of(key);
        return new AbortReason(
                reason.kind(),
                reason.operator(),
                reason.key(),
                reason.rule(),
                reason.detail().isEmpty() ? detail : reason.detail() + ", " + detail);
    }

    /**
     * The reason of an abort because user code has thrown an exception, where that does not fail
     * the job.
     *
     * @param failure what it has thrown
     */
    public static AbortReason byFailure(String operator, String key, Exception failure) {
        Exception thrown = StepException.thrownBy(failure);
        return new AbortReason(
                AbortReason.Kind.FAILURE,
                operator,
                key,
                thrown.getClass().getName(),
                message(thrown));
    }

    private static String message(Exception failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message;
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            return "(" + e.getClass().getName() + ")";
        }
    }

    /**
     * Adds the key to the reason of a stateless operation behind a stateful one: the key accessed
     * there.
     */
    public static AbortReason withKey(AbortReason reason, String key) {
        return new AbortReason(
                reason.kind(), reason.operator(), key, reason.rule(), reason.detail());
    }
}
