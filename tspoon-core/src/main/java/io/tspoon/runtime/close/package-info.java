/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The close operator, where transactions are decided and results leave.
 *
 * <p>{@code io.tspoon.api} and {@code io.tspoon.flink} import it.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.close;

import org.jspecify.annotations.NullMarked;
