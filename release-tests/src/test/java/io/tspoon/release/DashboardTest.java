/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import io.tspoon.testing.MarkdownTable;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** The dashboard shows each metric of docs/metrics.md, and asks for no other of ours. */
class DashboardTest {
    private static final Path DASHBOARD =
            Repository.DOCKER.resolve("grafana/dashboards/tspoon.json");
    private static final Path PAGE = Repository.DOCS.resolve("metrics.md");
    private static final String HEADER = "| operator | name | type | unit | meaning |";
    private static final Pattern METRIC = Pattern.compile("_operator_tspoon_(\\w+)");

    @Test
    void dashboardShowsTheDocumentedMetrics() throws IOException {
        Set<String> documented =
                MarkdownTable.rows(PAGE, HEADER).stream()
                        .map(row -> row.get(1))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(shown()).isEqualTo(documented);
    }

    @Test
    void panelsAskTheProvisionedSource() throws IOException {
        JsonNode source =
                Repository.yaml(
                        Repository.DOCKER.resolve(
                                "grafana/provisioning/datasources/prometheus.yaml"));
        JsonNode dashboard = Repository.json(DASHBOARD);

        assertThat(dashboard.findValuesAsText("uid"))
                .contains("tspoon")
                .allMatch(
                        uid ->
                                uid.equals("tspoon")
                                        || uid.equals(source.at("/datasources/0/uid").asText()));
        assertThat(dashboard.get("panels"))
                .allSatisfy(
                        panel -> {
                            assertThat(panel.at("/datasource/uid").asText()).isNotEmpty();
                            assertThat(panel.get("description").asText()).isNotEmpty();
                            assertThat(panel.get("targets")).isNotEmpty();
                        });
    }

    /** All jobs may be shown at once, and operators of two of them have the same name. */
    @Test
    void jobsAreShownApart() throws IOException {
        JsonNode panels = Repository.json(DASHBOARD).get("panels");

        assertThat(panels.findValuesAsText("expr"))
                .filteredOn(query -> query.contains(" by ("))
                .isNotEmpty()
                .allMatch(query -> query.contains(" by (job_name"));
        assertThat(panels.findValuesAsText("legendFormat"))
                .isNotEmpty()
                .allMatch(legend -> legend.startsWith("{{job_name}}"));
    }

    private static Set<String> shown() throws IOException {
        Set<String> found = new TreeSet<>();
        for (JsonNode panel : Repository.json(DASHBOARD).get("panels")) {
            for (String query : panel.get("targets").findValuesAsText("expr")) {
                Matcher matcher = METRIC.matcher(query);
                while (matcher.find()) {
                    found.add(matcher.group(1));
                }
            }
        }
        return found;
    }
}
