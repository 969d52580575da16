/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Access to keys: who may read or write a key now, who has to wait, and who came too late; by
 * locks, by timestamps, or with committed reads only. Holds the versions of keys, and keeps those
 * that readers from outside have pinned.
 *
 * <p>As {@link io.tspoon.protocol}, it knows neither Flink nor the runtime. Its sister packages
 * know nothing of each other; {@link io.tspoon.protocol.regime} puts them together.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.protocol.access;

import org.jspecify.annotations.NullMarked;
