/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stateful operator, where transactions access state.
 *
 * <p>{@code io.tspoon.api} and {@code io.tspoon.flink} import it.
 */
@NullMarked
package io.tspoon.runtime.state;

import org.jspecify.annotations.NullMarked;
