/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The blocks that travel between the operators of a t-graph, and their byte format.
 *
 * <p>Imported by the operators, the pipeline and {@code io.tspoon.flink}.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.runtime.transport;

import org.jspecify.annotations.NullMarked;
