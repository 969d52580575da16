/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import java.util.List;

/**
 * What the report says of one workload.
 *
 * @param title its heading
 * @param notes what to know of the figures
 * @param grids tables
 * @param plots each with its own figures, or a paper's
 */
record Section(String title, List<String> notes, List<Grid> grids, List<Plot> plots) {}
