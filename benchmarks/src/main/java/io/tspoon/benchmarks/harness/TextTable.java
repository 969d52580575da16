/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table in plain text: the first column to the left, figures to the right. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row; cells that are missing stay empty. */
    public void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    public void print(PrintWriter out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + padding : GAP + padding + row.get(i));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
