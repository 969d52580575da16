/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;

import com.fasterxml.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Changes the parallelism of a job under load, and measures the pause. */
final class Rescaling {

    /** Names of the job's operators. */
    static final String OPEN = "settle: open";

    private static final String CLOSE = "settle: close";
    static final String SOURCE = "Source: ";

    private final FlinkRest rest;
    private final Trial trial;

    Rescaling(FlinkRest rest, Trial trial) {
        this.rest = rest;
        this.trial = trial;
    }

    /** Changes the resource requirements of a job that the adaptive scheduler runs. */
    RescaleStep live(int parallelism) throws IOException, InterruptedException {
        Begin begin = begin();
        Map<String, Integer> wanted = new HashMap<>();
        for (Vertex vertex : rest.vertices(trial.job())) {
            wanted.put(vertex.id(), vertex.name().startsWith(SOURCE) ? 1 : parallelism);
        }
        rest.rescale(trial.job(), wanted);
        Await.until("job to be rescaled", () -> parallelism() == parallelism);
        return step("live", begin);
    }

    /**
     * Changes the t-graph by its knob.
     *
     * @throws IllegalStateException if the job has restarted more or less than once
     */
    RescaleStep byKnob(Knob knob, int parallelism) throws IOException, InterruptedException {
        Begin begin = begin();
        JsonNode change = knob.turn(trial.job(), parallelism);
        if (!change.path("phase").asText().equals("DONE") || change.path("restarts").asInt() != 1) {
            throw new IllegalStateException("Cannot go on: not one restart, change=" + change);
        }
        return step("by knob", begin);
    }

    /** Moves one vertex of the t-graph, and waits until a guard has had all follow. */
    RescaleStep guarded(int parallelism) throws IOException, InterruptedException {
        Begin begin = begin();
        move(parallelism);
        Await.until("guard", () -> parallelism() == parallelism);
        return step("guarded", begin);
    }

    /** Kills a process that runs the t-graph; another one is started in its place at once. */
    RescaleStep kill(LoopbackCluster cluster) throws IOException, InterruptedException {
        String victim = find(rest.vertices(trial.job()), CLOSE).taskManagers().get(0);
        long killedAtMs = System.currentTimeMillis();
        Begin begin = begin();
        HostProcess process = cluster.flink().taskManager(victim);
        process.kill();
        cluster.replace(process);
        awaitFailure(killedAtMs);
        cluster.awaitAll();
        // It may run with the slots that are left before it has all of them again.
        Await.until(
                "job to have all its instances again",
                () -> rest.isRunning(trial.job()) && parallelism() == begin.parallelism());
        return step("killed", begin);
    }

    /**
     * Kills a process that runs the t-graph, and replaces it when all is well without it.
     *
     * @throws IllegalStateException if no other process runs the t-graph, too
     */
    RescaleStep lose(LoopbackCluster cluster) throws IOException, InterruptedException {
        Set<String> processes = processes();
        if (processes.size() == 1) {
            throw new IllegalStateException(
                    "Cannot go on: one process runs all of the t-graph, process=" + processes);
        }
        Begin begin = begin();
        HostProcess process = cluster.flink().taskManager(processes.iterator().next());
        process.kill();
        awaitFailure(begin.atMs());
        RescaleStep step = step("lost", begin);
        cluster.replace(process);
        cluster.awaitAll();
        return step;
    }

    /**
     * Has several processes run the t-graph, by a savepoint if need be: live it stays in the
     * process that has its state.
     */
    void spread() throws IOException, InterruptedException {
        if (processes().size() == 1) {
            bySavepoint(parallelism());
        }
    }

    /** Waits until copies of kept files, if there are any, are complete. */
    void awaitCopies() throws InterruptedException {
        Await.until("copies", () -> rest.metric(trial.job(), "copiedBehindMs").getMax() <= 0);
    }

    private void awaitFailure(long sinceMs) throws InterruptedException {
        Await.until(
                "failure",
                () ->
                        rest.failures(trial.job()).stream()
                                .anyMatch(failure -> failure.atMs() >= sinceMs));
    }

    /** Changes the bounds of one vertex only, as Flink's web interface does: close. */
    void move(int parallelism) throws IOException, InterruptedException {
        Map<String, Integer> wanted = new HashMap<>();
        for (Vertex vertex : rest.vertices(trial.job())) {
            boolean isMoved = vertex.name().contains(CLOSE);
            wanted.put(vertex.id(), isMoved ? parallelism : vertex.parallelism());
        }
        rest.rescale(trial.job(), wanted);
    }

    /** Stops the job with a savepoint, and resumes it from there. */
    RescaleStep bySavepoint(int parallelism) throws IOException, InterruptedException {
        Begin begin = begin();
        trial.resume(trial.suspend(), trial.settings().parallelism(parallelism));
        return step("by savepoint", begin);
    }

    /**
     * What there is before a change.
     *
     * @param stateBytes size of the last checkpoint
     * @param era of results, which begins with the change
     * @param atMs when that was, milliseconds of the epoch
     * @param nanos the same by the clock that measures
     */
    private record Begin(int parallelism, long stateBytes, int era, long atMs, long nanos) {}

    private Begin begin() throws IOException, InterruptedException {
        return new Begin(
                parallelism(),
                rest.stateBytes(trial.job()),
                trial.observer().nextEra(),
                System.currentTimeMillis(),
                System.nanoTime());
    }

    private RescaleStep step(String how, Begin begin) throws IOException, InterruptedException {
        if (!trial.observer().awaitResult(begin.era(), Await.PATIENCE)) {
            throw new IllegalStateException("Cannot go on: no results come after rescaling");
        }
        trial.awaitTimely();
        Duration timely = Duration.ofNanos(System.nanoTime() - begin.nanos());
        Duration pause = trial.observer().longestPause();
        Phases phases = Phases.read(rest, trial.job(), begin.atMs());
        int after = parallelism();
        checkPlaces();
        return new RescaleStep(
                how, begin.parallelism(), after, begin.stateBytes(), pause, timely, phases);
    }

    /** Checks that the open and close operators of each pair are in the same process. */
    private void checkPlaces() throws IOException, InterruptedException {
        List<Vertex> vertices = rest.vertices(trial.job());
        List<String> opens = find(vertices, OPEN).taskManagers();
        List<String> closes = find(vertices, CLOSE).taskManagers();
        if (!opens.equals(closes)) {
            throw new IllegalStateException(
                    "Cannot go on: open and close operators are apart, open="
                            + opens
                            + ", close="
                            + closes);
        }
    }

    /** Those that run the t-graph. */
    private Set<String> processes() throws IOException, InterruptedException {
        return Set.copyOf(find(rest.vertices(trial.job()), CLOSE).taskManagers());
    }

    private int parallelism() throws IOException, InterruptedException {
        return find(rest.vertices(trial.job()), CLOSE).parallelism();
    }

    private static Vertex find(List<Vertex> vertices, String name) {
        return vertices.stream()
                .filter(vertex -> vertex.name().contains(name))
                .findAny()
                .orElseThrow();
    }
}
