/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import io.tspoon.transaction.StateContext;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.Function;

/**
 * What is done once the values of all keys of an element are there.
 *
 * @param <I> input type
 * @param <O> output type
 */
@Internal
public interface ExchangeFunction<I, O> extends Function {
    void apply(I element, KeyedValues values, StateContext<O> transaction) throws Exception;

    /** The function whose life cycle must be followed; another one if this is a wrapper. */
    default Function userFunction() {
        return this;
    }
}
