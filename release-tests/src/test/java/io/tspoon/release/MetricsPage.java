/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import io.tspoon.testing.MarkdownTable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What docs/metrics.md lists, and how Prometheus is asked for it. */
final class MetricsPage {
    static final Path PAGE = Repository.DOCS.resolve("metrics.md");

    private static final String HEADER = "| operator | name | type | unit | meaning |";
    private static final String HEADER_OF_CALLS = "| metric of calls | type | unit | meaning |";
    private static final String HEADER_OF_KEPT_FILES =
            "| metric of kept files | type | unit | meaning |";
    private static final Pattern METRIC =
            Pattern.compile("_operator_tspoon_(?:kind_operator_|state_)?(\\w+)");

    private MetricsPage() {}

    /** Names of all metrics, as on the page. */
    static Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        for (List<String> row : MarkdownTable.rows(PAGE, HEADER)) {
            names.add(row.get(1));
        }
        for (List<String> row : MarkdownTable.rows(PAGE, HEADER_OF_CALLS)) {
            names.add(row.get(0));
        }
        return names;
    }

    /** Names of those that jobs have whose state backend keeps files. */
    static Set<String> namesOfKeptFiles() throws IOException {
        Set<String> names = new TreeSet<>();
        for (List<String> row : MarkdownTable.rows(PAGE, HEADER_OF_KEPT_FILES)) {
            names.add(row.get(0));
        }
        return names;
    }

    /** Names of the metrics in a query. */
    static Set<String> askedFor(String query) {
        return METRIC.matcher(query)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
