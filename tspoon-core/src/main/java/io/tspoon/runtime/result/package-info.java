/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The type and the byte format of transaction results.
 *
 * <p>Imported by {@code io.tspoon.api} and {@code io.tspoon.flink}.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.result;

import org.jspecify.annotations.NullMarked;
