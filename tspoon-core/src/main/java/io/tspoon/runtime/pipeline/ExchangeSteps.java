/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.plan.Outlet;

/** Makes the steps that wait for the values of keys. */
interface ExchangeSteps {
    /** Behind a state, where elements are not known when their transaction enters. */
    ExchangeSteps NOWHERE =
            (exchange, next) -> {
                throw new IllegalStateException(
                        "[TSP-2113] Cannot exchange values: the operation is not in the open"
                                + " operator, operation="
                                + exchange.name());
            };

    /**
     * Makes the step of an exchange.
     *
     * @param next takes its results
     */
    Step<Object> step(Outlet.ToExchange exchange, Step<Object> next);
}
