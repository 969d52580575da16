/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The blocks that travel between the operators of a t-graph, and their bytes.
 *
 * <p>The operators, the pipeline and {@code io.tspoon.flink} import it.
 */
@NullMarked
package io.tspoon.runtime.transport;

import org.jspecify.annotations.NullMarked;
