/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What executes the accesses of an instance of a stateful operator in chains ({@link
 * io.tspoon.protocol.deterministic}): gathers a batch of them, finds their records, calls user
 * functions, and reports what is final.
 *
 * <p>Imported by the stateful operator only.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.state.chain;

import org.jspecify.annotations.NullMarked;
