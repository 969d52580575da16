/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The indexes of a stateful operator: they follow what is installed and what is dropped, and are
 * built of what was there before.
 *
 * <p>Imported by {@link io.tspoon.runtime.state} and its readers only. Design: ADR 0043.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state.index;

import org.jspecify.annotations.NullMarked;
