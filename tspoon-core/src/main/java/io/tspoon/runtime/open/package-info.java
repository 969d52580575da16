/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The open operator, where elements become transactions.
 *
 * <p>{@code io.tspoon.api} and {@code io.tspoon.flink} import it.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.open;

import org.jspecify.annotations.NullMarked;
