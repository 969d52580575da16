/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the operators of a t-graph have to know: serializable descriptions, made when it is closed.
 *
 * <p>The API and all other packages of the runtime import it; it imports the log's interfaces and
 * the shared values only.
 */
@NullMarked
package io.tspoon.runtime.plan;

import org.jspecify.annotations.NullMarked;
