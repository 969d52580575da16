/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.host.Await;

import com.fasterxml.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        int before = parallelism();
        long stateBytes = rest.stateBytes(trial.job());
        int era = trial.observer().nextEra();
        long started = System.nanoTime();
        Map<String, Integer> wanted = new HashMap<>();
        for (Vertex vertex : rest.vertices(trial.job())) {
            wanted.put(vertex.id(), vertex.name().startsWith(SOURCE) ? 1 : parallelism);
        }
        rest.rescale(trial.job(), wanted);
        Await.until("job to be rescaled", () -> parallelism() == parallelism);
        return step("live", era, started, before, stateBytes);
    }

    /**
     * Changes the t-graph by its knob.
     *
     * @throws IllegalStateException if the job has restarted more or less than once
     */
    RescaleStep byKnob(Knob knob, int parallelism) throws IOException, InterruptedException {
        int before = parallelism();
        long stateBytes = rest.stateBytes(trial.job());
        int era = trial.observer().nextEra();
        long started = System.nanoTime();
        JsonNode change = knob.turn(trial.job(), parallelism);
        if (!change.path("phase").asText().equals("DONE") || change.path("restarts").asInt() != 1) {
            throw new IllegalStateException("Cannot go on: not one restart, change=" + change);
        }
        return step("by knob", era, started, before, stateBytes);
    }

    /** Moves one vertex of the t-graph, and waits until a guard has had all follow. */
    RescaleStep guarded(int parallelism) throws IOException, InterruptedException {
        int before = parallelism();
        long stateBytes = rest.stateBytes(trial.job());
        int era = trial.observer().nextEra();
        long started = System.nanoTime();
        move(parallelism);
        Await.until("guard", () -> parallelism() == parallelism);
        return step("guarded", era, started, before, stateBytes);
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
        int before = parallelism();
        long stateBytes = rest.stateBytes(trial.job());
        int era = trial.observer().nextEra();
        long started = System.nanoTime();
        trial.resume(trial.suspend(), trial.settings().parallelism(parallelism));
        return step("by savepoint", era, started, before, stateBytes);
    }

    private RescaleStep step(String how, int era, long started, int before, long stateBytes)
            throws IOException, InterruptedException {
        if (!trial.observer().awaitResult(era, Await.PATIENCE)) {
            throw new IllegalStateException("Cannot go on: no results come after rescaling");
        }
        trial.awaitTimely();
        Duration timely = Duration.ofNanos(System.nanoTime() - started);
        Await.until("job to run", () -> rest.isRunning(trial.job()));
        int after = parallelism();
        checkPlaces();
        return new RescaleStep(
                how, before, after, stateBytes, trial.observer().longestPause(), timely);
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
