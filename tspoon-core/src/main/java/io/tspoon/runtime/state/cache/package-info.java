/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Records in memory, in front of Flink's keyed state: those in use, and as many others as there is
 * room for. Takes over values from a log, and knows up to which timestamp everything is decided.
 *
 * <p>Imported by {@link io.tspoon.runtime.state} and its other rooms; imports none of them.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state.cache;

import org.jspecify.annotations.NullMarked;
