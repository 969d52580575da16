/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Benchmarks of single parts, with JMH, and of whole jobs.
 *
 * <p>It may import everything; nothing imports it.
 */
@NullMarked
package io.tspoon.benchmarks;

import org.jspecify.annotations.NullMarked;
