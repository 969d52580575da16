/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table "Deliberate faults" of {@code docs/testing.md}. */
final class FaultTable {
    /**
     * One line of the table.
     *
     * @param judges who notices, in the words of {@link Judge#inWords}
     */
    record Row(int number, String fault, List<String> judges) {}

    private static final Pattern ROW =
            Pattern.compile("\\| (\\d+) \\| `([A-Z_]+)` \\|[^|]+\\|[^|]+\\| ([^|]+) \\|");

    private FaultTable() {}

    static List<Row> read() throws IOException {
        Path page = Path.of(System.getProperty("basedir", "."), "..", "docs", "testing.md");
        try (var lines = Files.lines(page)) {
            return lines.map(ROW::matcher).filter(Matcher::matches).map(FaultTable::row).toList();
        }
    }

    static Row rowOf(Fault fault) throws IOException {
        return read().stream()
                .filter(row -> row.fault().equals(fault.name()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new AssertionError(
                                        "Cannot find fault in docs/testing.md, fault=" + fault));
    }

    private static Row row(Matcher matcher) {
        return new Row(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2),
                Arrays.asList(matcher.group(3).split(", ")));
    }
}
