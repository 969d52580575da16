/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The type and the bytes of transaction results.
 *
 * <p>{@code io.tspoon.api} and {@code io.tspoon.flink} import it.
 */
@NullMarked
package io.tspoon.runtime.result;

import org.jspecify.annotations.NullMarked;
