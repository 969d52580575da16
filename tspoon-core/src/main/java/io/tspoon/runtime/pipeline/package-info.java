/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stateless operations between two network edges, run inside the operator before them.
 *
 * <p>Imported by the open, the stateful and the close operators.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.pipeline;

import org.jspecify.annotations.NullMarked;
