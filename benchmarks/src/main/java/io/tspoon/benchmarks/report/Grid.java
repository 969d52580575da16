/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** A table, with the names of its rows in the first column. */
final class Grid {
    private final List<List<String>> rows = new ArrayList<>();

    Grid(String... headings) {
        rows.add(List.of(headings));
    }

    void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    String html() {
        StringBuilder html = new StringBuilder("<table>\n");
        String tag = "th";
        for (List<String> row : rows) {
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
        for (List<String> row : rows) {
            markdown.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        int columns = rows.get(0).size();
        String line = "|---|" + "--:|".repeat(columns - 1) + '\n';
        return markdown.insert(markdown.indexOf("\n") + 1, line).toString();
    }
}
