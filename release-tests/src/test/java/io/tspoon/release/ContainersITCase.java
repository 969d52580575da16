/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The image of docker/Dockerfile with the settings of docker/compose.yaml: a job comes through a
 * TaskManager that is killed and one that is cut off, with one result for each order. A gateway in
 * a container of its own answers before and after, and no money is ever missing.
 *
 * <p>Needs what {@code docker/local/engine start} provides; skipped without it.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ContainersITCase {
    private static final String BASE_IMAGE = System.getenv("TSPOON_FLINK_IMAGE");
    private static final String IMAGE = "tspoon-local/test";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int TASK_MANAGERS = 2;
    private static final int SLOTS = 4;
    private static final int ACCOUNTS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    @SuppressWarnings("NullAway.Init")
    private static FlinkContainers flink;

    @BeforeAll
    static void startCluster() throws Exception {
        assumeTrue(
                BASE_IMAGE != null,
                "no container engine: TSPOON_FLINK_IMAGE is not set. docker/local/engine start"
                        + " prints what to export");
        buildImage();
        flink = new FlinkContainers(IMAGE, ComposeFile.read(), TASK_MANAGERS);
        flink.start();
    }

    @AfterAll
    static void stopCluster() {
        if (flink != null) {
            flink.close();
        }
    }

    @Test
    void jobComesThroughKilledAndCutOffTaskManagers() throws Exception {
        FlinkRest rest = flink.rest();
        Balances balances = new Balances(flink.queries(), flink.token());
        try {
            await("all slots", () -> rest.slots() == SLOTS);
            CompletableFuture<String> client = submit();
            await("a job", () -> !rest.job().isEmpty());
            String job = rest.job();
            await("all balances", () -> balances.add(ACCOUNTS));

            int killed = busyTaskManager(rest, job, 1);
            flink.kill(killed);
            long since = System.nanoTime();
            await("the job without who was killed", () -> runsWithout(rest, job, killed));
            report("killed", "the job runs", since);
            await("balances without who was killed", () -> balances.add(ACCOUNTS));
            report("killed", "queries are answered", since);
            flink.startAgain(killed);
            await("all slots again", () -> rest.slots() == SLOTS);

            int cutOff = busyTaskManager(rest, job, rest.completedCheckpoints(job) + 2);
            flink.cutOff(cutOff);
            since = System.nanoTime();
            await("the job without who was cut off", () -> runsWithout(rest, job, cutOff));
            report("cut off", "the job runs", since);
            await("balances without who was cut off", () -> balances.add(ACCOUNTS));
            report("cut off", "queries are answered", since);
            flink.reconnect(cutOff);
            await("all slots once more", () -> rest.slots() == SLOTS);

            int checkpoint = rest.completedCheckpoints(job) + 2;
            await("more checkpoints", () -> rest.completedCheckpoints(job) >= checkpoint);
            rest.drain(job);
            await("the end", () -> rest.status(job).equals("FINISHED"));
            assertThat(client.get(1, TimeUnit.MINUTES)).contains("Difference", "exit code 0");
            assertOneResultForEachOrder();
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + flink.logs(), e);
        }
    }

    /** What a pod of docker/kubernetes/kept-files.yaml runs before its TaskManager. */
    @Test
    void initContainerFetchesTheFilesOfTheLastCheckpoint() throws Exception {
        FlinkRest rest = flink.rest();
        await("all slots", () -> rest.slots() == SLOTS);
        String submitted =
                flink.run(
                        "flink",
                        "run",
                        "--detached",
                        "-Dstate.backend.type=rocksdb",
                        "-Dexecution.checkpointing.incremental=true",
                        "-Dexecution.checkpointing.data-inline-threshold=0b",
                        "/opt/flink/usrlib/job.jar",
                        "--generate",
                        "200");
        await("a job", () -> !rest.job().isEmpty());
        String job = rest.job();
        await("checkpoints", () -> rest.completedCheckpoints(job) >= 2);
        rest.cancel(job);
        await("the end", () -> rest.status(job).equals("CANCELED"));

        JsonNode init =
                Repository.yaml(Repository.DOCKER.resolve("kubernetes/kept-files.yaml"))
                        .at("/spec/taskManager/podTemplate/spec/initContainers/0");
        String checkpoints = FlinkContainers.STORAGE + "/checkpoints/" + job;
        String fetch =
                init.at("/args/0")
                        .asText()
                        .replace("s3://bucket/tspoon-bank/checkpoints/JOB", checkpoints);
        String printed =
                flink.runToItsEnd(
                        init,
                        fetch + " && find /data -type f -size +0",
                        Repository.jar("tspoon-rocksdb"));

        assertThat(printed)
                .as(submitted)
                .containsPattern("Fetched [1-9]\\d* files, .*" + checkpoints)
                .contains("/data/rocksdb/tspoon-kept-");
    }

    /** The client ends with the job, and fails if its books do not balance. */
    private static CompletableFuture<String> submit() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return flink.run(
                                "flink",
                                "run",
                                "/opt/flink/usrlib/job.jar",
                                "--generate",
                                "200",
                                "--accounts",
                                Integer.toString(ACCOUNTS),
                                "--results",
                                "/opt/flink/storage/results.jsonl");
                    } catch (Exception e) {
                        return "Cannot run client: " + e;
                    }
                },
                Executors.newSingleThreadExecutor());
    }

    /** One that has tasks of the job, once the job has so many checkpoints to come back from. */
    private static int busyTaskManager(FlinkRest rest, String job, int checkpoints)
            throws Exception {
        await(
                "checkpoints, " + checkpoints,
                () -> rest.runs(job) && rest.completedCheckpoints(job) >= checkpoints);
        Set<String> used = rest.taskManagers(job);
        return IntStream.range(0, TASK_MANAGERS)
                .filter(number -> used.contains(FlinkContainers.id(number)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean runsWithout(FlinkRest rest, String job, int taskManager)
            throws Exception {
        return rest.runs(job) && !rest.taskManagers(job).contains(FlinkContainers.id(taskManager));
    }

    /** Orders are numbered from 1, so what is lost leaves a gap. */
    private static void assertOneResultForEachOrder() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (String line : flink.read("results.jsonl")) {
            ids.add(Long.valueOf(JSON.readTree(line).get("id").asText().replaceAll("\\D", "")));
        }
        ids.sort(null);

        assertThat(ids).hasSizeGreaterThan(1_000);
        long first = ids.get(0);
        assertThat(ids).isEqualTo(IntStream.range(0, ids.size()).mapToObj(i -> first + i).toList());
        assertThat(first).isLessThanOrEqualTo(1);
    }

    private static void buildImage() throws Exception {
        Path jar = Repository.ROOT.relativize(Repository.jobJar());
        Path log = Repository.build().resolve("image-build.log");
        ProcessBuilder builder =
                new ProcessBuilder(
                                "docker",
                                "build",
                                "-f",
                                "docker/Dockerfile",
                                "-t",
                                IMAGE,
                                "--build-arg",
                                "BASE_IMAGE=" + BASE_IMAGE,
                                "--build-arg",
                                "JOB_JAR=" + jar,
                                ".")
                        .directory(Repository.ROOT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        // The local engine has no BuildKit.
        builder.environment().put("DOCKER_BUILDKIT", "0");
        Process process = builder.start();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    /** An answer that fails counts as no: a JobManager that starts refuses connections. */
    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Exception last = null;
        while (System.nanoTime() < deadline) {
            try {
                if (condition.call()) {
                    return;
                }
            } catch (IOException e) {
                last = e;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        throw new AssertionError("Cannot await " + what + ": not so within " + LIMIT, last);
    }

    private static void report(String fault, String what, long since) {
        System.out.printf(
                "TaskManager %s: %s again after %d ms%n",
                fault, what, (System.nanoTime() - since) / 1_000_000);
    }
}
