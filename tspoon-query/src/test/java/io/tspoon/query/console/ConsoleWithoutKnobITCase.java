/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.console;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.server.Gateway;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.testing.EmbeddedFlink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** The console of a gateway that cannot tell how parallel a t-graph is shows all the rest. */
class ConsoleWithoutKnobITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    /** The page does ten times as much. */
    private static final String FASTER =
            "const later = window.setTimeout; window.setTimeout = (what, ms) => later(what, ms /"
                    + " 10)";

    @TempDir private static Path profile;
    private static Browser browser;

    private final String test = UUID.randomUUID().toString();
    private JobClient job;

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

    /** How often the page has asked for something. */
    private static long asked(String path) {
        return (long)
                browser.run(
                        "return performance.getEntriesByType('resource')"
                                + ".filter((one) => one.name.endsWith(arguments[0])).length",
                        path);
    }

    /**
     * If it is not allowed, nobody is asked. If it is, the answer is that Flink's scheduler of the
     * job is another one, so it is asked once.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allTheRestIsShown(boolean allowsScaling, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        options.setString("tspoon.query.allow-scaling", Boolean.toString(allowsScaling));
        try (Gateway gateway = Gateway.start(cluster.getRestAddress().get(), options)) {
            browser.open(gateway.address() + "/");
            browser.run(FASTER);
            browser.awaitText("#health", "ready");
            browser.awaitText("#connection", "live");

            assertThat(browser.all("#parallelism"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.isDisplayed()).isFalse());
            int times = allowsScaling ? 1 : 0;
            Await.until("the question", () -> asked("/parallelism") >= times);
            long before = asked("/v1/graphs");
            Await.until("three surveys", () -> asked("/v1/graphs") >= before + 3);
            assertThat(asked("/parallelism")).isEqualTo(times);
        }
    }
}
