/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.TrialSettings.Archive;
import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.examples.trial.storage.SlowStorage;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** The parallelism of a job changes under load, live and by savepoint. */
class RescaleITCase {
    private static final int DOCUMENT_BYTES = 1_000;
    private static final String STORAGE_RATE = "1 mb";
    private static final String BALANCE = "balance";
    private static final List<String> STATES = List.of(BALANCE, "archive");
    private static final String LINKED = "restoredLinkedBytes";
    private static final String FETCHED = "restoredFetchedBytes";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    private static FlinkHome home;
    private static LoopbackCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        home = FlinkHome.find();
        Map<String, String> options = new HashMap<>(RescaleCommand.ADAPTIVE);
        options.put("slow.bytes-per-second", STORAGE_RATE);
        options.put("metrics.fetcher.update-interval", "500 ms");
        cluster = LoopbackCluster.start(home, directory, home.slowStorage(directory), options);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /** With incremental checkpoints. */
    @Test
    void nothingIsLostByRescalingOfRocksDb() throws Exception {
        rescale(Backend.ROCKSDB);
    }

    @Test
    void nothingIsLostByRescalingOfTheHeap() throws Exception {
        rescale(Backend.HEAP);
    }

    private static void rescale(Backend backend) throws Exception {
        TrialSettings settings =
                TrialSettings.of(Durability.CHECKPOINT)
                        .archive(Archive.small(DOCUMENT_BYTES))
                        .options(backend.options());
        Trial trial = cluster.trial("rescale-" + backend, home.jobJar(), settings);
        trial.begin();
        Rescaling rescaling = new Rescaling(cluster.rest(), trial);

        trial.awaitSteady();
        RescaleStep up = rescaling.live(4);
        trial.awaitSteady();
        RescaleStep down = rescaling.live(1);
        trial.awaitSteady();
        RescaleStep bySavepoint = rescaling.bySavepoint(2);
        List<RescaleStep> steps = List.of(up, down, bySavepoint);
        steps.forEach(step -> System.out.println(backend + " " + step.line()));

        assertThat(steps).allSatisfy(RescaleITCase::checkPhases);
        assertThat(steps).extracting(RescaleStep::after).containsExactly(4, 1, 2);
        assertThat(trial.finish().firstViolations()).isEmpty();
    }

    /** One after the other, and all of them before results were timely. */
    private static void checkPhases(RescaleStep step) {
        Phases phases = step.phases();
        assertThat(phases.before()).isPositive();
        assertThat(phases.deploy()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(phases.initialize()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(phases.before().plus(phases.deploy()).plus(phases.initialize()))
                .isLessThanOrEqualTo(step.timely());
        assertThat(phases.checkpoint().bytes()).isPositive();
    }

    /** One restart each, which is checked, and nothing lost or twice. */
    @Test
    void theKnobChangesAllVerticesAndItsGuardRepairsWhatOthersDo() throws Exception {
        Trial trial = cluster.trial("knob", home.jobJar(), TrialSettings.of(Durability.CHECKPOINT));
        trial.begin();
        Rescaling rescaling = new Rescaling(cluster.rest(), trial);
        try (Knob knob = knob("knob-gateway.log", false)) {
            for (int parallelism : new int[] {4, 2}) {
                trial.awaitSteady();
                RescaleStep step = rescaling.byKnob(knob, parallelism);
                System.out.println(step.line());
                assertThat(step.after()).isEqualTo(parallelism);
            }
            trial.awaitSteady();
            String failure = new Refusals(cluster.rest(), trial).ofMoving(rescaling);
            assertThat(failure)
                    .contains("the operators of the t-graph differ in parallelism")
                    .contains("/jobs/" + trial.job() + "/resource-requirements | jq 'reduce (")
                    .contains(".parallelism = {lowerBound: 1, upperBound: 2} else . end)' | curl");
            assertThat(knob.vertices(trial.job()))
                    .hasSizeGreaterThan(2)
                    .allSatisfy(id -> assertThat(failure).contains("\"" + id + "\""));
            assertThat(knob.turn(trial.job(), 2).path("phase").asText()).isEqualTo("DONE");
        }
        try (Knob guard = knob("guard-gateway.log", true)) {
            trial.awaitSteady();
            Await.until(
                    "a t-graph that nobody changes",
                    () -> guard.read(trial.job()).path("change").isNull());
            RescaleStep repaired = rescaling.guarded(4);
            System.out.println(repaired.line()); // how long it may take: cluster/run rescale --knob
            Await.until(
                    "change of the guard",
                    () -> guard.read(trial.job()).at("/change/by").asText().equals("GUARD"));
        }
        assertThat(trial.finish().firstViolations()).isEmpty();
    }

    private Knob knob(String log, boolean isGuarding) throws Exception {
        return Knob.start(home, cluster.rest().address(), directory.resolve(log), isGuarding);
    }

    /** Its files are in the process that is left, so nothing comes from the slow storage. */
    @Test
    void processThatIsKilledIsRestoredFromCopies() throws Exception {
        FlinkRest rest = cluster.rest();
        Map<String, String> options = new HashMap<>(StorageOptions.keptFiles(1));
        options.put(
                "execution.checkpointing.dir",
                SlowStorage.uri(directory.resolve("slow").toUri().toString()));
        options.put("execution.checkpointing.interval", "1 h"); // but when the test says so
        options.put("execution.checkpointing.data-inline-threshold", "0 b");
        Trial trial =
                cluster.trial(
                        "copies",
                        home.jobJar(),
                        TrialSettings.of(Durability.CHECKPOINT)
                                .archive(Archive.small(DOCUMENT_BYTES))
                                .options(options));
        trial.begin();
        Await.until("job to run", () -> rest.isRunning(trial.job()));
        trial.awaitTimely();
        rest.takeCheckpoint(trial.job());
        Await.until("copies", () -> isCopied(trial));

        HostProcess victim = worker(trial);
        victim.kill();
        Await.until("failure", () -> !rest.failures(trial.job()).isEmpty());
        Await.until("restored job", () -> isRestored(trial));
        double linked = rest.metric(trial.job(), LINKED).getSum();
        double fetched = rest.metric(trial.job(), FETCHED).getSum();
        System.out.println("restored: linked " + linked + " bytes, fetched " + fetched);
        cluster.replace(victim);
        cluster.awaitAll();
        trial.awaitTimely();

        assertThat(linked).isPositive();
        assertThat(fetched).isZero();
        assertThat(trial.finish().firstViolations()).isEmpty();
    }

    private static boolean isRestored(Trial trial) throws IOException, InterruptedException {
        int tasks = tasksWithState(trial);
        DoubleSummaryStatistics linked = cluster.rest().metric(trial.job(), LINKED);
        DoubleSummaryStatistics fetched = cluster.rest().metric(trial.job(), FETCHED);
        return linked.getCount() == tasks && fetched.getCount() == tasks && linked.getMin() > 0;
    }

    /** Whether each task has copied something, and all that is complete. */
    private static boolean isCopied(Trial trial) throws IOException, InterruptedException {
        int tasks = tasksWithState(trial);
        DoubleSummaryStatistics bytes = cluster.rest().metric(trial.job(), "copiedBytes");
        DoubleSummaryStatistics behindMs = cluster.rest().metric(trial.job(), "copiedBehindMs");
        return bytes.getCount() == tasks
                && bytes.getMin() > 0
                && behindMs.getCount() == tasks
                && behindMs.getMax() == 0;
    }

    /** Flink leaves out the metrics of a task whose process it has not asked yet. */
    private static int tasksWithState(Trial trial) throws IOException, InterruptedException {
        return cluster.rest().vertices(trial.job()).stream()
                .filter(vertex -> STATES.stream().anyMatch(vertex.name()::contains))
                .mapToInt(Vertex::parallelism)
                .sum();
    }

    /** One of the two that have state. */
    private static HostProcess worker(Trial trial) throws Exception {
        for (Vertex vertex : cluster.rest().vertices(trial.job())) {
            if (vertex.name().contains(BALANCE)) {
                List<String> names = vertex.taskManagers();
                assertThat(names).doesNotHaveDuplicates().hasSize(2);
                return cluster.flink().taskManager(names.get(0));
            }
        }
        throw new IllegalStateException("Cannot find state: no vertex of the job has it");
    }

    /** An operator of the cluster may ask for anything. */
    @Test
    void operatorsOfUnequalParallelismFailTheJob() throws Exception {
        Trial trial =
                cluster.trial("apart", home.jobJar(), TrialSettings.of(Durability.CHECKPOINT));
        trial.begin();
        trial.awaitSteady();

        String refusal = new Refusals(cluster.rest(), trial).ofTearingApart();

        assertThat(refusal).contains("the operators of the t-graph differ in parallelism");
    }
}
