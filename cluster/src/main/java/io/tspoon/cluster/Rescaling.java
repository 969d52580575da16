/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.host.Await;

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
