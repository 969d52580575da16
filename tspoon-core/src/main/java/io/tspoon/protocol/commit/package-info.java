/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The end of an attempt: its weight, by which a coordinator knows that all of it has come, its
 * votes, the order in which attempts are decided, and when they are complete.
 *
 * <p>As {@link io.tspoon.protocol}, it knows neither Flink nor the runtime. Its sister packages
 * know nothing of each other; {@link io.tspoon.protocol.regime} puts them together.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.protocol.commit;

import org.jspecify.annotations.NullMarked;
