/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code docs/errors.md}: a section for each hundred of codes, with a table of code, message, cause
 * and what to do. Codes and messages come from the sources, and so does the beginning of what to do
 * if the message says it. The rest is written by hand, and kept.
 */
record ErrorsPage(List<String> lines) {
    static final String HEADER = "| code | message | cause | what to do |";
    static final String RETIRED = "## Retired codes";
    private static final String ROW = "| TSP-";
    private static final String SECTION = "## TSP-";

    /** Stands between what the message says to do and what the page adds. */
    private static final String MORE = "<br>";

    /** A row of the page. */
    record Row(String code, String message, String cause, String fix) {
        private static Row of(String line) {
            String[] cells = line.substring(1).split("\\|", -1);
            List<String> stripped = Arrays.stream(cells).map(String::strip).toList();
            return new Row(stripped.get(0), stripped.get(1), stripped.get(2), stripped.get(3));
        }

        /** The row that the source wants, with what is written by hand in another one. */
        private static Row of(Message message, Row old) {
            String fix = plain(message.fix());
            int more = old.fix.indexOf(MORE);
            String own = more < 0 ? "" : old.fix.substring(more);
            return new Row(
                    message.code(),
                    "`" + message.what().replace('|', '/').replace("\n", " ") + "`",
                    old.cause,
                    fix.isEmpty() ? old.fix : fix + own);
        }

        private Row theOneThatSaysMore(Row other) {
            return other.fix.length() > fix.length() ? other : this;
        }

        private String retiredLine() {
            return "| %s | %s |  |".formatted(code, message);
        }

        private String line() {
            return "| %s | %s | %s | %s |".formatted(code, message, cause, fix);
        }

        /** For a cell: without what Markdown and HTML would take for markup. */
        private static String plain(String text) {
            String closed = text.matches("(?s)|.*[.…]") ? text : text + ".";
            return closed.replace('|', '/').replace("<", "&lt;").replace("*", "\\*");
        }
    }

    List<Row> rows() {
        return linesOf(false).map(Row::of).toList();
    }

    /** Code, message and why it is gone, of each code that must not come back. */
    List<List<String>> retired() {
        return linesOf(true)
                .map(line -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip))
                .map(Stream::toList)
                .toList();
    }

    private Stream<String> linesOf(boolean retired) {
        int end = lines.indexOf(RETIRED);
        return (retired ? lines.subList(end, lines.size()) : lines.subList(0, end))
                .stream().filter(line -> line.startsWith(ROW));
    }

    /**
     * This page as it has to be. Cells that are to be written by hand are empty if they are new:
     * cause and fix of a new code, and why a code is gone that no message has any more.
     */
    ErrorsPage with(List<Message> messages) {
        Map<String, Row> rows = new TreeMap<>();
        rows().forEach(row -> rows.put(row.code(), row));
        Map<String, Row> wanted = new TreeMap<>();
        for (Message message : messages) {
            Row old = rows.getOrDefault(message.code(), new Row("", "", "", ""));
            wanted.merge(message.code(), Row.of(message, old), Row::theOneThatSaysMore);
        }
        List<String> page = new ArrayList<>();
        for (String line : lines) {
            if (!line.startsWith(ROW) || lines.indexOf(line) > lines.indexOf(RETIRED)) {
                page.add(line);
            }
        }
        wanted.values().forEach(row -> page.add(placeFor(row, page), row.line()));
        rows.keySet().removeAll(wanted.keySet());
        rows.values().forEach(gone -> page.add(gone.retiredLine()));
        return new ErrorsPage(page);
    }

    /** Behind the rows of its section, which have lower codes. */
    private static int placeFor(Row row, List<String> page) {
        String prefix = SECTION + row.code().substring(4, 6);
        for (int i = 0; i < page.size(); i++) {
            if (page.get(i).startsWith(prefix)) {
                int header = page.subList(i, page.size()).indexOf(HEADER) + i + 2;
                while (header < page.size() && page.get(header).startsWith(ROW)) {
                    header++;
                }
                return header;
            }
        }
        throw new IllegalStateException(
                "Cannot place code: the page has no section for it, code=" + row.code());
    }
}
