/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import io.tspoon.testing.MarkdownTable;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The alerts ask for metrics that are there, and fire when they should. */
class AlertsTest {
    private static final Path RULES = Repository.DOCKER.resolve("prometheus/alerts.yml");
    private static final String HEADER = "| alert | severity | fires when | look at |";

    private static JsonNode alerts() throws IOException {
        return Repository.yaml(RULES).at("/groups/0/rules");
    }

    @Test
    void alertsAskForDocumentedMetrics() throws IOException {
        assertThat(alerts().findValuesAsText("expr"))
                .isNotEmpty()
                .allSatisfy(
                        query ->
                                assertThat(MetricsPage.askedFor(query))
                                        .isNotEmpty()
                                        .isSubsetOf(MetricsPage.names()));
    }

    @Test
    void pageListsAlerts() throws IOException {
        List<List<String>> rows = MarkdownTable.rows(MetricsPage.PAGE, HEADER);
        assertThat(rows)
                .extracting(row -> row.get(0))
                .containsExactlyElementsOf(alerts().findValuesAsText("alert"));
        assertThat(rows)
                .extracting(row -> row.get(1))
                .containsExactlyElementsOf(alerts().findValuesAsText("severity"));
    }

    /** Series of metrics, and which alerts they let fire when: see the file. */
    @Test
    void alertsFireWhenTheyShould() throws Exception {
        assumeTrue(succeeds("promtool", "--version"), "skipped: there is no promtool");
        Path series = Path.of("src/test/resources/alerts-test.yml");
        assertThat(succeeds("promtool", "check", "rules", RULES.toString())).isTrue();
        assertThat(succeeds("promtool", "test", "rules", series.toString())).isTrue();
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // it is not installed
        }
    }
}
