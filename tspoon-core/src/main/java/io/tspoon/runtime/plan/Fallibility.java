/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.FilterFunction;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * Which elements may make the accesses of a stateful operator abort their transaction. Only where
 * accesses are executed in chains is this asked for; it is completed while the t-graph is built.
 *
 * @param <T> type of the elements that come to the operator
 */
@Internal
public final class Fallibility<T> implements Serializable {
    private static final long serialVersionUID = 1L;

    private boolean anyElement;
    private boolean isUndeclared;
    private @Nullable FilterFunction<T> some;

    /** Any element may. */
    public void addAny() {
        anyElement = true;
    }

    /** These elements may. */
    public void addSome(FilterFunction<T> elements) {
        some = elements;
    }

    /** The program says nothing about some of the accesses. */
    public void leaveUndeclared() {
        isUndeclared = true;
    }

    /** Any element may, unless the program says of all accesses which elements may. */
    public void addUndeclared() {
        anyElement |= isUndeclared;
    }

    /** Whether this element may. */
    public boolean mayFail(T element) throws Exception {
        return anyElement || (some != null && some.filter(element));
    }
}
