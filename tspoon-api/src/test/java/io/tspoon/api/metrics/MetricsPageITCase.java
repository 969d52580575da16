/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.metrics;

import io.tspoon.api.Batches;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TriggerSpec;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.MarkdownTable;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Patience;
import io.tspoon.transaction.ConcurrencyControl;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** docs/metrics.md lists what a running job registers, and Prometheus is given all of it. */
class MetricsPageITCase {
    private static final Path PAGE = Path.of("../docs/metrics.md");
    private static final String HEADER = "| operator | name | type | unit | meaning |";
    private static final Pattern OF_PROMETHEUS =
            Pattern.compile(
                    "# TYPE"
                        + " flink_taskmanager_job_task_operator_tspoon_(?:kind_operator_|state_)?(\\w+)"
                        + " (\\w+)",
                    Pattern.MULTILINE);

    /** With what aborts are counted by. */
    private static final Pattern OWN_GROUP =
            Pattern.compile("[.]tspoon([.]kind[.]\\w+[.]operator[.]\\w+|[.]state[.]\\w+)?$");

    /** How the page writes the name of an operator for Prometheus. */
    private static final String LABEL = "operator_name=\"bank:_close\"";

    /** How Flink's reporter turns its types into those of Prometheus. */
    private static final String COUNTER_IN_PROMETHEUS = "gauge";

    private static final String HISTOGRAM_IN_PROMETHEUS = "summary";

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();
    private static final int PORT = freePort();

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            EmbeddedFlink.cluster(REPORTER.addToConfiguration(prometheus()));

    @Test
    void pageListsWhatAJobRegisters(@TempDir Path directory) throws Exception {
        JobClient job = startedJob(directory);
        try {
            Set<String> expected = rows("%s %s %s", List.of("counter", "gauge", "histogram"));
            String scrape = awaitScrape(rows("%2$s %3$s", pageTypesInPrometheus()));
            assertThat(registered()).isEqualTo(expected);
            assertThat(scrape).contains(LABEL);
            assertThat(PAGE).content().contains(LABEL);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    @Test
    void pageSaysTypeUnitAndMeaning() throws IOException {
        assertThat(MarkdownTable.rows(PAGE, HEADER))
                .allSatisfy(row -> assertThat(row).hasSize(5).doesNotContain(""));
    }

    private static List<String> pageTypesInPrometheus() {
        return List.of(COUNTER_IN_PROMETHEUS, "gauge", HISTOGRAM_IN_PROMETHEUS);
    }

    /** Operator, name and type of each row, with the types of the page called as given. */
    private static Set<String> rows(String format, List<String> types) throws IOException {
        List<String> onPage = List.of("counter", "gauge", "histogram");
        Set<String> rows = new TreeSet<>();
        for (List<String> row : MarkdownTable.rows(PAGE, HEADER)) {
            String type = types.get(onPage.indexOf(row.get(2)));
            rows.add(String.format(Locale.ROOT, format, row.get(0), row.get(1), type));
        }
        return rows;
    }

    private static Configuration prometheus() {
        Configuration configuration = new Configuration();
        configuration.setString(
                "metrics.reporter.prom.factory.class",
                "org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
        configuration.setString("metrics.reporter.prom.port", String.valueOf(PORT));
        return configuration;
    }

    /**
     * A job without end, with a log, chains, timers, triggers, indexes and batches, so that all
     * metrics are there.
     */
    private static JobClient startedJob(Path directory) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2,
                        EmbeddedFlink.Backend.HEAP,
                        EmbeddedFlink.checkpointing(Duration.ofMillis(100)));
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .writeAheadLog(new FileLog(directory.toUri().toString()));
        Bank.settle(graph, Bank.transfers(environment, 0, Long.MAX_VALUE / 2, 100), Bank.BALANCE)
                .sinkTo(new DiscardingSink<>());
        TransactionalGraph chains =
                TransactionalGraph.named("chains")
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC);
        Bank.settle(
                        chains,
                        Bank.transfers(environment, 0, Long.MAX_VALUE / 2, 100),
                        Bank.balance("chained_balance"))
                .sinkTo(new DiscardingSink<>());
        TransactionalGraph expiring = TransactionalGraph.named("expiring");
        expiring.openTransaction(
                        "numbers",
                        environment.fromSequence(0, Long.MAX_VALUE / 2),
                        number -> Long.toString(number))
                .union(expiring.openTriggers(environment, TriggerSpec.named("more", Long.class)))
                .keyBy(number -> number % 100)
                .update(Numbers.sums("sum").expireAfter(Duration.ofMinutes(1)), Long::sum)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        StateSpec<Long, Long> indexed =
                StateSpec.named("indexed", Long.class, Long.class)
                        .partitionedBy(number -> number, Long.class)
                        .sorted();
        TransactionalGraph.named("indexes")
                .openBatches(environment.fromSequence(0, Long.MAX_VALUE / 2), Batches.ofCount(10))
                .partitionBy(number -> number % 100, Long.class)
                .procedure(
                        (partition, number, transaction) ->
                                partition.of(indexed, number % 100).set(number),
                        Long.class,
                        indexed)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }

    private static Set<String> registered() {
        Set<String> found = new TreeSet<>();
        REPORTER.getMetricsByGroup()
                .forEach(
                        (group, metrics) -> {
                            String scope = String.join(".", group.getScopeComponents());
                            if (!OWN_GROUP.matcher(scope).find()) {
                                return;
                            }
                            String operator = role(scope);
                            metrics.forEach(
                                    (name, metric) ->
                                            found.add(operator + ' ' + name + ' ' + type(metric)));
                        });
        return found;
    }

    private static String role(String scope) {
        if (scope.contains(": open.")) {
            return "open";
        }
        return scope.contains(": close.") ? "close" : "state";
    }

    private static String type(Metric metric) {
        return metric.getMetricType().name().toLowerCase(Locale.ROOT);
    }

    /**
     * What Prometheus is given, asked for until all that is expected is there; the test's time is
     * the limit.
     */
    private static String awaitScrape(Set<String> expected) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PORT + "/metrics"))
                        .timeout(Patience.TIME)
                        .build();
        long deadline = System.nanoTime() + Patience.TIME.toNanos();
        String page;
        do {
            page = client.send(request, BodyHandlers.ofString()).body();
        } while (!inPrometheus(page).containsAll(expected) && System.nanoTime() < deadline);
        assertThat(inPrometheus(page)).isEqualTo(expected);
        return page;
    }

    private static Set<String> inPrometheus(String page) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = OF_PROMETHEUS.matcher(page);
        while (matcher.find()) {
            found.add(matcher.group(1) + ' ' + matcher.group(2));
        }
        return found;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot find a free port", e);
        }
    }
}
