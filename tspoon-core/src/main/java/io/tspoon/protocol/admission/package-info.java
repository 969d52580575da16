/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Admission: which transactions of a coordinator are in flight, which of them is begun next, and
 * which has priority.
 *
 * <p>As {@link io.tspoon.protocol}, it knows neither Flink nor the runtime. Its sister packages
 * know nothing of each other; {@link io.tspoon.protocol.regime} puts them together.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.protocol.admission;

import org.jspecify.annotations.NullMarked;
