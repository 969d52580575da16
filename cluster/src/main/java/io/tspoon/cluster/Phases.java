/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.Checkpoint;
import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.Start;
import io.tspoon.cluster.host.Await;

import java.io.IOException;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Where the time of a restart went.
 *
 * @param before until the first task was deployed: what was to be noticed or waited for, the end of
 *     the old tasks, and slots
 * @param deploy until the last task began to read its state
 * @param initialize until the last task had its state
 * @param checkpoint the first one after that
 * @param bytes of the state, by how they came with kept files; none without
 */
record Phases(
        Duration before,
        Duration deploy,
        Duration initialize,
        Checkpoint checkpoint,
        Map<String, Double> bytes) {
    private static final List<String> KINDS = List.of("Linked", "Fetched", "Rebuilt");

    private static final double BYTES_PER_MB = 1_000_000;

    /**
     * Reads the phases of the last start, once there is a checkpoint after it.
     *
     * @param sinceMs when all began, milliseconds of the epoch
     */
    static Phases read(FlinkRest rest, String job, long sinceMs)
            throws IOException, InterruptedException {
        Await.until("job to run", () -> rest.isRunning(job));
        Start start = rest.start(job);
        Await.until(
                "checkpoint after the start",
                () -> rest.checkpointSince(job, start.runMs()) != null);
        Map<String, Double> bytes = new LinkedHashMap<>();
        for (String kind : KINDS) {
            DoubleSummaryStatistics all = rest.metric(job, "restored" + kind + "Bytes");
            if (all.getCount() > 0) {
                bytes.put(kind.toLowerCase(Locale.ROOT), all.getSum());
            }
        }
        return new Phases(
                Duration.ofMillis(start.deployMs() - sinceMs),
                Duration.ofMillis(start.initializeMs() - start.deployMs()),
                Duration.ofMillis(start.runMs() - start.initializeMs()),
                Objects.requireNonNull(rest.checkpointSince(job, start.runMs())),
                bytes);
    }

    /** The phases, for the end of a line. */
    String words() {
        StringBuilder words =
                new StringBuilder(
                        String.format(
                                Locale.ROOT,
                                "before %s  deploy %s  initialize %s  first checkpoint %s of %s",
                                Recovery.seconds(before).strip(),
                                Recovery.seconds(deploy).strip(),
                                Recovery.seconds(initialize).strip(),
                                Recovery.seconds(checkpoint.duration()).strip(),
                                megabytes((double) checkpoint.bytes())));
        bytes.forEach(
                (how, count) ->
                        words.append("  ").append(how).append(' ').append(megabytes(count)));
        return words.toString();
    }

    static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / BYTES_PER_MB);
    }
}
