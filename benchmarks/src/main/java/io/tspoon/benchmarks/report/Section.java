/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the report says of one workload.
 *
 * @param title its heading
 * @param notes what to know of the figures
 * @param grids tables
 * @param plots of its own figures
 * @param papers plots of the figures to set beside
 */
record Section(
        String title, List<String> notes, List<Grid> grids, List<Plot> plots, List<Plot> papers) {
    /** Its own, and those of the paper. */
    List<Plot> allPlots() {
        return Stream.concat(plots.stream(), papers.stream()).toList();
    }
}
