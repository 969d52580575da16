/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import io.tspoon.benchmarks.harness.TextTable;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table, with the names of its rows in the first column. */
final class Grid {
    /** Stands for a value that was not measured. */
    static final String NONE = "-";

    private final boolean wide;
    private final List<List<String>> rows = new ArrayList<>();

    Grid(String... headings) {
        this(false, headings);
    }

    private Grid(boolean wide, String... headings) {
        this.wide = wide;
        rows.add(List.of(headings));
    }

    /** One whose last column is a sentence. */
    static Grid wide(String... headings) {
        return new Grid(true, headings);
    }

    /** Whether it is too wide for a terminal. */
    boolean isWide() {
        return wide;
    }

    void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /** Whether there is nothing but names in it. */
    boolean isEmpty() {
        return filled().get(0).size() <= 1;
    }

    /** Without the columns of which no cell says anything. */
    private List<List<String>> filled() {
        List<List<String>> filled = new ArrayList<>();
        rows.forEach(row -> filled.add(new ArrayList<>()));
        for (int column = 0; column < rows.get(0).size(); column++) {
            int at = column;
            if (rows.stream().skip(1).anyMatch(row -> !row.get(at).equals(NONE))) {
                for (int row = 0; row < rows.size(); row++) {
                    filled.get(row).add(rows.get(row).get(at));
                }
            }
        }
        return filled;
    }

    /** As plain text. */
    void print(PrintWriter out) {
        List<List<String>> filled = filled();
        TextTable table = new TextTable(filled.get(0).toArray(String[]::new));
        filled.stream().skip(1).forEach(table::add);
        table.print(out);
    }

    String html() {
        StringBuilder html = new StringBuilder("<table>\n");
        String tag = "th";
        for (List<String> row : filled()) {
            html.append("<tr>");
            for (String cell : row) {
                html.append('<').append(tag).append('>').append(Html.text(cell));
                html.append("</").append(tag).append('>');
            }
            html.append("</tr>\n");
            tag = "td";
        }
        return html.append("</table>\n").toString();
    }

    String markdown() {
        StringBuilder markdown = new StringBuilder();
        List<List<String>> filled = filled();
        for (List<String> row : filled) {
            markdown.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        int columns = filled.get(0).size();
        String line = "|---|" + "--:|".repeat(columns - 1) + '\n';
        return markdown.insert(markdown.indexOf("\n") + 1, line).toString();
    }
}
