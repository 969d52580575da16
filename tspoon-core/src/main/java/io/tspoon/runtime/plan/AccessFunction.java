/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.Function;

import java.util.Collections;
import java.util.List;

/**
 * What a stateful operator does for one element.
 *
 * @param <I> input type
 * @param <V> value type
 * @param <O> output type
 */
@Internal
public interface AccessFunction<I, V, O> extends Function {
    void access(I element, ValueAccess<V> value, StateContext<O> transaction) throws Exception;

    /**
     * Whether an access may abort its transaction.
     *
     * @param constrained whether written values must satisfy something
     */
    default boolean mayAbort(boolean constrained) {
        return true;
    }

    /** The function whose life cycle must be followed; another one if this is a wrapper. */
    default Function userFunction() {
        return this;
    }

    /** All functions whose life cycle must be followed, in case there are several. */
    default List<Function> userFunctions() {
        return Collections.singletonList(userFunction());
    }
}
