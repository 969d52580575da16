/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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

    /** Where its scale ends, and that of all of its pieces; it begins at zero. */
    double longest() {
        return bars.stream().mapToDouble(Bar::median).max().orElse(0);
    }

    /** All of it in one line. */
    String text() {
        NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
        return bars.stream()
                .map(bar -> bar.label() + ": " + format.format(bar.median()))
                .collect(Collectors.joining("; ", title + ", " + unit + ": ", ""));
    }

    /** The same in as few plots of at most so many bars as hold them all, equally many in each. */
    List<Plot> pieces(int most) {
        int size = bars.size();
        if (size <= most) {
            return List.of(this);
        }
        int count = (size + most - 1) / most;
        List<Plot> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String which = title + ", " + (i + 1) + " of " + count;
            List<Bar> some = bars.subList(size * i / count, size * (i + 1) / count);
            pieces.add(new Plot(which, unit, some));
        }
        return pieces;
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
