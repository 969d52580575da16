/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A JobManager, TaskManagers and a gateway for queries in containers, configured as
 * docker/compose.yaml says.
 */
final class FlinkContainers implements AutoCloseable {
    private static final int REST_PORT = 8081;
    private static final int QUERY_PORT = 8095;
    private static final int READABLE = 0644;

    /** Where the disk is that all share. */
    static final String STORAGE = "/opt/flink/storage";

    /** Less memory, and failures noticed sooner, than users would want. */
    private static final String FOR_TESTS =
            """

            jobmanager.memory.process.size: 900m
            taskmanager.memory.process.size: 1000m
            taskmanager.memory.managed.size: 64m
            heartbeat.interval: 1 s
            heartbeat.timeout: 6 s
            execution.checkpointing.interval: 1 s
            restart-strategy.fixed-delay.delay: 5 s
            """;

    private final String token;
    private final DockerImageName image;
    private final Network network = Network.newNetwork();

    /** Named and empty, as that of the compose file: its owner is what the image says. */
    private final String volume = "tspoon-test-" + UUID.randomUUID();

    private final GenericContainer<?> jobManager;
    private final GenericContainer<?> gateway;
    private final List<GenericContainer<?>> taskManagers = new ArrayList<>();

    FlinkContainers(String image, JsonNode compose, int taskManagers) {
        DockerImageName name = DockerImageName.parse(image);
        this.image = name;
        token = ComposeFile.flinkProperties(compose).get("tspoon.query.token").asText();
        jobManager =
                flink(name, compose, "jobmanager", "")
                        .withNetworkAliases("jobmanager")
                        .withExposedPorts(REST_PORT);
        for (int i = 0; i < taskManagers; i++) {
            String id = "taskmanager.resource-id: " + id(i) + "\n";
            this.taskManagers.add(flink(name, compose, "taskmanager", id));
        }
        gateway = container(name, compose, "gateway").withExposedPorts(QUERY_PORT);
    }

    private GenericContainer<?> flink(
            DockerImageName image, JsonNode compose, String service, String more) {
        String properties = ComposeFile.flinkProperties(compose, service) + FOR_TESTS + more;
        return container(image, compose, service)
                .withEnv("FLINK_PROPERTIES", properties)
                .withCreateContainerCmdModifier(
                        command ->
                                Objects.requireNonNull(command.getHostConfig())
                                        .withBinds(new Bind(volume, new Volume(STORAGE))));
    }

    private GenericContainer<?> container(DockerImageName image, JsonNode compose, String service) {
        return new GenericContainer<>(image)
                .withImagePullPolicy(any -> false)
                .withNetwork(network)
                .withCommand(ComposeFile.command(compose, service));
    }

    void start() {
        jobManager.start();
        taskManagers.forEach(GenericContainer::start);
        gateway.start();
    }

    static String id(int taskManager) {
        return "tm-" + taskManager;
    }

    FlinkRest rest() {
        return new FlinkRest(jobManager.getHost(), jobManager.getMappedPort(REST_PORT));
    }

    /** Where queries are answered. */
    URI queries() {
        return URI.create("http://" + gateway.getHost() + ":" + gateway.getMappedPort(QUERY_PORT));
    }

    /** What queries must carry. */
    String token() {
        return token;
    }

    /** Runs a command where the JobManager is, and gives what it printed. */
    String run(String... command) throws Exception {
        var result = jobManager.execInContainer(command);
        return result.getStdout() + result.getStderr() + "exit code " + result.getExitCode();
    }

    /**
     * Runs a container of a pod to its end, with a disk of its own.
     *
     * @param pod as a manifest has it
     * @param script its only argument
     * @param library a jar for Flink's lib
     * @return what it printed
     */
    String runToItsEnd(JsonNode pod, String script, Path library) {
        List<String> entrypoint = new ArrayList<>();
        pod.path("command").forEach(part -> entrypoint.add(part.asText()));
        try (GenericContainer<?> container = new GenericContainer<>(image)) {
            pod.path("env")
                    .forEach(
                            one ->
                                    container.withEnv(
                                            one.path("name").asText(), one.path("value").asText()));
            container
                    .withImagePullPolicy(any -> false)
                    .withCopyFileToContainer(
                            MountableFile.forHostPath(library, READABLE),
                            "/opt/flink/lib/" + library.getFileName())
                    .withTmpFs(Map.of(pod.at("/volumeMounts/0/mountPath").asText(), "rw,mode=1777"))
                    .withStartupCheckStrategy(
                            new OneShotStartupCheckStrategy().withTimeout(Duration.ofMinutes(2)))
                    .withCreateContainerCmdModifier(
                            command ->
                                    Objects.requireNonNull(
                                                    command.withEntrypoint(entrypoint)
                                                            .withCmd(script)
                                                            .getHostConfig())
                                            .withBinds(new Bind(volume, new Volume(STORAGE))))
                    .start();
            return container.getLogs();
        }
    }

    /** The lines of a file in the storage that all share. */
    List<String> read(String file) {
        return jobManager.copyFileFromContainer(
                STORAGE + "/" + file,
                content -> new String(content.readAllBytes(), UTF_8).lines().toList());
    }

    void kill(int taskManager) {
        docker().killContainerCmd(container(taskManager)).exec();
    }

    void startAgain(int taskManager) {
        docker().startContainerCmd(container(taskManager)).exec();
    }

    void cutOff(int taskManager) {
        docker().disconnectFromNetworkCmd()
                .withNetworkId(network.getId())
                .withContainerId(container(taskManager))
                .exec();
    }

    void reconnect(int taskManager) {
        docker().connectToNetworkCmd()
                .withNetworkId(network.getId())
                .withContainerId(container(taskManager))
                .exec();
    }

    /** The end of what each process has written, for a test that failed. */
    String logs() {
        StringBuilder all = new StringBuilder(end(jobManager));
        taskManagers.forEach(one -> all.append("\n----\n").append(end(one)));
        all.append("\n----\n").append(end(gateway));
        return all.toString();
    }

    @Override
    public void close() {
        gateway.stop();
        taskManagers.forEach(GenericContainer::stop);
        jobManager.stop();
        network.close();
        docker().removeVolumeCmd(volume).exec();
    }

    private String container(int taskManager) {
        return taskManagers.get(taskManager).getContainerId();
    }

    private static String end(GenericContainer<?> container) {
        String log = container.getLogs();
        return log.substring(Math.max(0, log.length() - 5_000));
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }
}
