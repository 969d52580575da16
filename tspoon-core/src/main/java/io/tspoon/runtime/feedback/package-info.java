/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The way back from the close operator to the open operator of the same slot.
 *
 * <p>The open and the close operators import it.
 */
@NullMarked
package io.tspoon.runtime.feedback;

import org.jspecify.annotations.NullMarked;
