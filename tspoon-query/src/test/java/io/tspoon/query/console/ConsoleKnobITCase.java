/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.console;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.server.Gateway;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.EmbeddedFlink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** The console of a gateway tells how parallel a t-graph is, and how its last change went. */
class ConsoleKnobITCase {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster(adaptive());

    @TempDir private static Path profile;
    private static Browser browser;

    private final String test = UUID.randomUUID().toString();
    private JobClient job;

    private static Configuration adaptive() {
        Configuration options = new Configuration();
        options.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
        options.set(
                JobManagerOptions.SCHEDULER_EXECUTING_COOLDOWN_AFTER_RESCALING,
                Duration.ofSeconds(1));
        return options;
    }

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        Configuration options = EmbeddedFlink.recovering(Duration.ofHours(1));
        options.setString("tspoon.query.port", "0");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        BookedBank.add(environment, TransactionalGraph.named("bank").queryable(), 100, test);
        job = environment.executeAsync();
    }

    @AfterEach
    void stop() throws Exception {
        browser.open("about:blank");
        EmbeddedFlink.cancel(job);
    }

    private static Gateway gateway(MiniCluster cluster) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        options.setString("tspoon.query.allow-scaling", "true");
        return Gateway.start(cluster.getRestAddress().get(), options);
    }

    @Test
    void theLastChangeIsShown(@InjectMiniCluster MiniCluster cluster) throws Exception {
        try (Gateway gateway = gateway(cluster)) {
            browser.open(gateway.address() + "/");
            browser.awaitText("#parallelism", "parallelism 2 of at most 128");
            Http http = new Http(gateway.address());

            Answer answer =
                    http.send(
                            http.request("/v1/graphs/bank/parallelism")
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{\"parallelism\": 3}")));
            assertThat(answer.status()).as("%s", answer.json()).isEqualTo(202);

            browser.awaitText(
                    "#parallelism",
                    "parallelism 3 of at most 128; last changed from 2 to 3: checkpoint [\\d,]+ ms,"
                            + ".*start [\\d,]+ ms, done; restarts: 1");
        }
    }
}
