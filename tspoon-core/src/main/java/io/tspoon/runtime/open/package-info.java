/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The open operator: where elements become transactions.
 *
 * <p>Only the package that builds the Flink graph imports it.
 */
@NullMarked
package io.tspoon.runtime.open;

import org.jspecify.annotations.NullMarked;
