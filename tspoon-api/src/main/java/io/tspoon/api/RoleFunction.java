/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.exchange.ExchangeFunction;
import io.tspoon.runtime.exchange.KeyedValues;
import io.tspoon.transaction.StateContext;

/** Wraps a function of several keys for the engine. */
record RoleFunction<T, O>(TransactFunction<T, O> userFunction) implements ExchangeFunction<T, O> {
    @Override
    public void apply(T element, KeyedValues values, StateContext<O> transaction) throws Exception {
        userFunction.apply(element, new RoleValues<>(values), transaction);
    }
}
