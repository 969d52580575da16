/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stateless operations between two network edges, run inside the operator before them.
 *
 * <p>The open and the stateful operators import it.
 */
@NullMarked
package io.tspoon.runtime.pipeline;

import org.jspecify.annotations.NullMarked;
