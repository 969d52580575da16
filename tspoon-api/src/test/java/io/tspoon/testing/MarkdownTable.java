/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of one table of a page, so that a test can compare them with the code. */
public final class MarkdownTable {
    private static final String CELL = "\\|";

    private MarkdownTable() {}

    /**
     * The rows below the header, each with its cells from left to right, without code quotes.
     *
     * @throws IllegalArgumentException if the page has no table with that header
     */
    public static List<List<String>> rows(Path page, String header) throws IOException {
        List<String> lines = Files.readAllLines(page);
        int at = lines.indexOf(header);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "Cannot read table: no such header, page=" + page + ", header=" + header);
        }
        List<List<String>> rows = new ArrayList<>();
        for (String line : lines.subList(at + 2, lines.size())) {
            if (!line.startsWith("|")) {
                break;
            }
            rows.add(cells(line));
        }
        return rows;
    }

    private static List<String> cells(String line) {
        String[] cells = line.substring(1).split(CELL, -1);
        return Arrays.stream(cells, 0, cells.length - 1)
                .map(cell -> cell.strip().replace("`", ""))
                .toList();
    }
}
