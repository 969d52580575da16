/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stateless operations between two network edges, run inside the operator before them.
 *
 * <p>Imported by the open and the stateful operators.
 */
@NullMarked
package io.tspoon.runtime.pipeline;

import org.jspecify.annotations.NullMarked;
