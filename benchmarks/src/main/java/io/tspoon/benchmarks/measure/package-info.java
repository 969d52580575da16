/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How any configuration is measured, and what is said of it: rounds, throughput, latencies.
 *
 * <p>Knows no workload. Imported by the workloads and the commands.
 */
@NullMarked
package io.tspoon.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
