/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Readers from outside: reads of one instance, the pins that keep versions for them, and lists of
 * keys. They run between transactions, in the thread of the operator.
 *
 * <p>Imported by {@link io.tspoon.runtime.state} only.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state.read;

import org.jspecify.annotations.NullMarked;
