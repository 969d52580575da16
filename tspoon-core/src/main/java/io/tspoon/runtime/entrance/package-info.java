/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The type and the bytes of elements that say where they have entered.
 *
 * <p>Imported by {@code io.tspoon.api} and {@code io.tspoon.flink}.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.entrance;

import org.jspecify.annotations.NullMarked;
