/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The way back from the close operator to the open operator of the same slot.
 *
 * <p>Imported by the open and the close operators.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.feedback;

import org.jspecify.annotations.NullMarked;
