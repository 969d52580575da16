/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

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
}
