/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Accesses to keys: looks up the records of fragments, lets the participant grant them, calls the
 * functions, reports what they did, and ends attempts in the way that the regime wants.
 *
 * <p>Imported by {@link io.tspoon.runtime.state} only.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state.access;

import org.jspecify.annotations.NullMarked;
