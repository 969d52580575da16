/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Timestamps of several senders: the clock that gives them, and what is complete once all senders
 * have promised to send nothing older.
 *
 * <p>As {@link io.tspoon.protocol}, it knows neither Flink nor the runtime. Its sister packages
 * know nothing of each other; {@link io.tspoon.protocol.regime} puts them together.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.protocol.order;

import org.jspecify.annotations.NullMarked;
