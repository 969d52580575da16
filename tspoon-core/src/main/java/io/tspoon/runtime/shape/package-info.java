/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a state holds. A {@link io.tspoon.runtime.shape.ValueShape} says what the records of a
 * stateful operator hold for a key, and everything that depends on it: how it is accessed, stored,
 * reported, read back from a log and shown to readers. {@link
 * io.tspoon.runtime.shape.StateOperatorPlan} is all that the operator has to know.
 *
 * <p>Imported by the stateful and the close operators, and by the API, which chooses the shape.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.shape;

import org.jspecify.annotations.NullMarked;
