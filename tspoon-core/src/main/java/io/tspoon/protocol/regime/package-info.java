/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the settings of a t-graph mean. {@link io.tspoon.protocol.regime.Regime} decides it once and
 * hands it out as objects; nobody else looks at the isolation level or the concurrency control.
 *
 * <p>As {@link io.tspoon.protocol}, the package knows neither Flink nor the runtime. Where an
 * operator has to do something else under another regime, the regime calls the method that the
 * operator has for it: the interfaces {@code ...Ways} have one method for each way there is.
 */
@NullMarked
package io.tspoon.protocol.regime;

import org.jspecify.annotations.NullMarked;
