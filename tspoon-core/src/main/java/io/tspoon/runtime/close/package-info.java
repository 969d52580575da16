/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The close operator: where transactions are decided and results leave.
 *
 * <p>Only the package that builds the Flink graph imports it.
 */
@NullMarked
package io.tspoon.runtime.close;

import org.jspecify.annotations.NullMarked;
