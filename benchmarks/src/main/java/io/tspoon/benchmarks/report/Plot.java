/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import java.util.List;

/**
 * Bars beside each other.
 *
 * @param title what they show
 * @param unit of the values
 * @param bars in the order of the table
 */
record Plot(String title, String unit, List<Bar> bars) {
    Plot {
        bars = List.copyOf(bars);
    }

    /**
     * One bar.
     *
     * @param label its name
     * @param median its length
     * @param min lowest of the rounds
     * @param max highest of the rounds
     */
    record Bar(String label, double median, double min, double max) {}
}
