/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The bank under a constant load, while its parallelism changes and a TaskManager is lost: for how
 * long there are no results, by size of state.
 */
@NullMarked
package io.tspoon.benchmarks.elastic;

import org.jspecify.annotations.NullMarked;
