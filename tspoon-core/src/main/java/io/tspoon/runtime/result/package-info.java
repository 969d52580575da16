/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The type and the bytes of transaction results.
 *
 * <p>The API and the package that builds the Flink graph import it.
 */
@NullMarked
package io.tspoon.runtime.result;

import org.jspecify.annotations.NullMarked;
