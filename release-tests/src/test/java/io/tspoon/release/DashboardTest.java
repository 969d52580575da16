/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/** The dashboard shows each metric of docs/metrics.md, and asks for no other of ours. */
class DashboardTest {
    private static final Path DASHBOARD =
            Repository.DOCKER.resolve("grafana/dashboards/tspoon.json");

    @Test
    void dashboardShowsTheDocumentedMetrics() throws IOException {
        Set<String> names = new TreeSet<>(MetricsPage.names());
        names.addAll(MetricsPage.namesOfKeptFiles());

        assertThat(shown()).isEqualTo(names);
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
                found.addAll(MetricsPage.askedFor(query));
            }
        }
        return found;
    }
}
