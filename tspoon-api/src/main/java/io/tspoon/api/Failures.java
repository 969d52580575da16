/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Fallibility;

import org.apache.flink.api.common.functions.FilterFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a program says about which accesses may abort their transaction.
 *
 * @param said whether it says anything; if not, that follows from the kind of access
 * @param onlyIf the elements whose accesses may; null if none may
 */
record Failures<T>(boolean said, @Nullable FilterFunction<T> onlyIf) {
    /** The program says nothing. */
    static <T> Failures<T> inferred() {
        return new Failures<>(false, null);
    }

    static <T> Failures<T> never() {
        return new Failures<>(true, null);
    }

    static <T> Failures<T> onlyIf(FilterFunction<T> elements) {
        return new Failures<>(true, elements);
    }

    /**
     * Adds what this means for an access of an operator.
     *
     * @param fallibility of the operator; of its own elements, if they are those of the access
     * @param isFirst whether they are: else it is not known at the entrance whether one fails
     * @param mayAbort whether an access of this kind may abort
     */
    @SuppressWarnings("unchecked") // the elements of a first access are those of the operator
    void addTo(Fallibility<?> fallibility, boolean isFirst, boolean mayAbort) {
        if (onlyIf != null && isFirst) {
            ((Fallibility<T>) fallibility).addSome(onlyIf);
        } else if (onlyIf != null || (!said && mayAbort)) {
            fallibility.addAny();
        }
        if (!said) {
            fallibility.leaveUndeclared();
        }
    }
}
