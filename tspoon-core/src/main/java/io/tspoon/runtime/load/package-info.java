/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The operators that load states before the first transaction. Each sends the elements of a bounded
 * stream to the instances that own their keys, and says when there are no more.
 *
 * <p>{@code io.tspoon.flink} imports it.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.load;

import org.jspecify.annotations.NullMarked;
