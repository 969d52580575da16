/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What an index is, apart from operators: which part of an entry it is about, the order of such
 * parts, ranges of them, and the sorted entries.
 *
 * <p>Imported by all who describe, keep or ask indexes; imports nothing of tspoon. Design: ADR
 * 0043.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.index;

import org.jspecify.annotations.NullMarked;
