/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stateful operator: where transactions access state.
 *
 * <p>Only the package that builds the Flink graph imports it.
 */
@NullMarked
package io.tspoon.runtime.state;

import org.jspecify.annotations.NullMarked;
