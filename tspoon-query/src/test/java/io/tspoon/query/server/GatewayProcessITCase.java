/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.protocol.access.Participant;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The gateway as a process of its own: the shipped jars beside what a Flink installation has. */
class GatewayProcessITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 2;
    private static final int PER_SECOND = 100;
    private static final Pattern ADDRESS = Pattern.compile("answered at (http://\\S+)");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @Test
    void answersForAJob(@InjectMiniCluster MiniCluster cluster) throws Exception {
        JobClient job = startJob();
        Path output = directory.resolve("gateway.txt");
        Path options = Files.writeString(directory.resolve("options"), "port=0\ntimeout=60 s\n");
        Process gateway =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                classPath(),
                                "io.tspoon.query.server.Gateway",
                                cluster.getRestAddress().get().toString(),
                                "--options",
                                options.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            Await.until(
                    "the gateway",
                    () -> {
                        assertThat(gateway.isAlive()).as(Files.readString(output)).isTrue();
                        return ADDRESS.matcher(Files.readString(output)).find();
                    });
            Matcher address = ADDRESS.matcher(Files.readString(output));
            assertThat(address.find()).isTrue();
            Http http = new Http(address.group(1));

            Await.until(
                    "the job",
                    () ->
                            isAnswered(
                                    http.get("/v1/jobs"), "/jobs/0/id", job.getJobID().toString()));
            String sum = "{'compute':{'lost':{'sum':'/value/lost'}}}";
            Await.until(
                    "the sum",
                    () ->
                            isAnswered(
                                    http.post("/v1/graphs/bank/states/book/aggregate", sum),
                                    "/values/lost",
                                    "0"));
        } finally {
            gateway.destroyForcibly().waitFor();
            EmbeddedFlink.cancel(job);
        }
    }

    /** Whether that is the answer; what is none is the news that one may ask again. */
    private static boolean isAnswered(Answer answer, String pointer, String expected) {
        if (answer.status() == 200) {
            assertThat(answer.json().at(pointer).asText()).isEqualTo(expected);
            return true;
        }
        assertThat(answer.json().path("retryable").asBoolean())
                .as(answer.json().toString())
                .isTrue();
        return false;
    }

    @Test
    void saysHowItIsUsed() throws Exception {
        Path output = directory.resolve("usage.txt");
        Process gateway =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                classPath(),
                                "io.tspoon.query.server.Gateway")
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(gateway.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(gateway.exitValue()).isEqualTo(2);
            assertThat(Files.readString(output)).startsWith("Usage: Gateway FLINK_REST_ADDRESS");
        } finally {
            gateway.destroyForcibly();
        }
    }

    /** What is shipped, with Netty under our name only, and the libraries of others. */
    private static String classPath() throws Exception {
        List<String> entries = new ArrayList<>();
        entries.add(jar(Gateway.class, "tspoon-query-"));
        entries.add(jar(JsonMapping.class, "tspoon-query-json-"));
        entries.add(jar(Participant.class, "tspoon-core-"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path file = Path.of(entry);
            boolean ours = file.getFileName().toString().startsWith("tspoon-");
            boolean inOurJar = entry.contains(File.separator + "io" + File.separator + "netty");
            if (Files.isRegularFile(file) && !ours && !inOurJar) {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** The jar of a class, or the one that was made of the directory where it is. */
    private static String jar(Class<?> type, String prefix) throws Exception {
        Path place = placeOf(type);
        if (Files.isRegularFile(place)) {
            return place.toString();
        }
        try (Stream<Path> files = Files.list(place.getParent())) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> file.toString().matches(".*SNAPSHOT\\.jar|.*\\d\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no jar of the module in " + place))
                    .toString();
        }
    }

    private static Path placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private JobClient startJob() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(Ports.free()));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, options);
        BookedBank.add(environment, TransactionalGraph.named("bank").queryable(), PER_SECOND, test);
        return environment.executeAsync();
    }
}
