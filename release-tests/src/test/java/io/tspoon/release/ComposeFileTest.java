/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The compose file holds together: what a service names is there. */
class ComposeFileTest {
    private final JsonNode compose;

    ComposeFileTest() throws IOException {
        compose = ComposeFile.read();
    }

    @Test
    void clusterBrokerAndMonitoringAreThere() {
        assertThat(compose.get("services").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "jobmanager", "taskmanager", "gateway", "kafka", "prometheus", "grafana");
        assertThat(compose.at("/services/taskmanager/deploy/replicas").asInt()).isEqualTo(2);
    }

    @Test
    void imagesAreSettings() {
        assertThat(compose.get("services"))
                .allSatisfy(
                        service ->
                                assertThat(service.get("image").asText())
                                        .matches("\\$\\{[A-Z]+_IMAGE:-[^}]+}"));
        assertThat(compose.at("/services/jobmanager/build/args/BASE_IMAGE").asText())
                .startsWith("${FLINK_IMAGE:-");
    }

    @Test
    void mountedFilesAreThere() {
        List<String> sources = new ArrayList<>();
        compose.get("services")
                .forEach(
                        service ->
                                service.path("volumes")
                                        .forEach(
                                                volume ->
                                                        sources.add(
                                                                volume.asText().split(":")[0])));

        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(
                        source -> {
                            if (source.startsWith("./")) {
                                assertThat(Repository.DOCKER.resolve(source)).exists();
                            } else {
                                assertThat(compose.get("volumes").has(source)).isTrue();
                            }
                        });
    }

    @Test
    void portsAreOpenOnThisMachineOnly() {
        compose.get("services")
                .forEach(
                        service ->
                                assertThat(service.path("ports"))
                                        .allSatisfy(
                                                port ->
                                                        assertThat(port.asText())
                                                                .startsWith("127.0.0.1:")));
    }

    @Test
    void prometheusAsksTheServicesThatReport() throws IOException {
        Path file = Repository.DOCKER.resolve("prometheus/prometheus.yml");
        JsonNode lookup = Repository.yaml(file).at("/scrape_configs/0/dns_sd_configs/0");

        assertThat(lookup.get("names"))
                .allSatisfy(
                        name -> assertThat(compose.get("services").has(name.asText())).isTrue());
        assertThat(ComposeFile.flinkProperties(compose).get("metrics.reporter.prom.port").asInt())
                .isEqualTo(lookup.get("port").asInt());
    }

    @Test
    void gatewayAsksTheJobManagerAndHasTheTokenOfTheServers() {
        List<String> command = List.of(ComposeFile.command(compose, "gateway"));

        assertThat(command).contains("http://jobmanager:8081");
        assertThat(compose.at("/services/gateway/ports/0").asText())
                .endsWith(":" + command.get(command.indexOf("--port") + 1));
        assertThat(command.get(command.indexOf("--token") + 1))
                .isEqualTo(ComposeFile.flinkProperties(compose).get("tspoon.query.token").asText());
    }

    @Test
    void imageIsBuiltFromTheFileInThisFolder() {
        JsonNode build = compose.at("/services/jobmanager/build");
        Path context = Repository.DOCKER.resolve(build.get("context").asText());

        assertThat(context.resolve(build.get("dockerfile").asText()).normalize())
                .isEqualTo(Repository.DOCKER.resolve("Dockerfile"))
                .satisfies(file -> assertThat(Files.isRegularFile(file)).isTrue());
    }
}
