/* SPDX-License-Identifier: Apache-2.0 */
/**
 * JMH benchmarks of single parts, one class for each question; {@code benchmarks/run micro}.
 *
 * <p>They import the parts that they measure, and nothing of the whole-job benchmarks.
 */
@NullMarked
package io.tspoon.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
