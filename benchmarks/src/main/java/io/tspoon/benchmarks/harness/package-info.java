/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What any whole-job benchmark needs: meters, clocks, spreads, tables.
 *
 * <p>Knows no workload. Imported by the workloads.
 */
@NullMarked
package io.tspoon.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
