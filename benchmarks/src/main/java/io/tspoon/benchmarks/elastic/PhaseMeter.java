/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.examples.trial.storage.SlowStorage;

import com.fasterxml.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of one change goes.
 *
 * <p>The moments come from the adaptive scheduler's history, from the timestamps of the tasks and
 * from Flink's report of the start; a change that is a new job has no history. Bytes of the storage
 * are counted by {@link SlowStorage}.
 */
final class PhaseMeter {
    /** Flink reports a start when its last task has begun, perhaps after the first result. */
    private static final Duration REPORTED = Duration.ofSeconds(5);

    /** It may have to upload all files, several times as much as the state. */
    private static final Duration CHECKPOINTED = Duration.ofMinutes(5);

    private final ElasticCluster cluster;
    private final long beginMs = System.currentTimeMillis();
    private final long readBefore = SlowStorage.bytesRead();

    PhaseMeter(ElasticCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * The phases, one after the other, and what belongs to them; what is not known is left out.
     *
     * @param firstResultMs when results came again, milliseconds of the epoch
     */
    Map<String, Double> read(long firstResultMs) {
        Map<String, Double> phases = new LinkedHashMap<>();
        cluster.await(() -> !Starts.since(beginMs).isEmpty(), REPORTED);
        List<Starts.Start> starts = Starts.since(beginMs);
        phases.put("starts", (double) starts.size());
        if (starts.isEmpty()) {
            return phases;
        }
        Starts.Start last = starts.get(starts.size() - 1);
        long running = cluster.restarting("enterTimestampInMillis", beginMs);
        long restarting = cluster.restarting("leaveTimestampInMillis", beginMs);
        if (running > 0 && restarting >= running) {
            phases.put("checkpoint_ms", (double) running - beginMs);
            phases.put("cancel_ms", (double) restarting - running);
            phases.put("slots_ms", (double) last.beginMs() - restarting);
        } else {
            phases.put("before_ms", (double) last.beginMs() - beginMs);
        }
        long deployed = cluster.deployed();
        phases.put("deploy_ms", (double) deployed - last.beginMs());
        phases.put("initialize_ms", (double) last.endMs() - deployed);
        phases.put("download_ms", last.longest("DownloadStateDurationMs"));
        phases.put("links_ms", last.longest("KeptLinksDurationMs"));
        phases.put("restore_ms", last.longest("RestoreStateDurationMs"));
        phases.put("first_result_ms", (double) firstResultMs - last.endMs());
        phases.put("read_bytes", (double) SlowStorage.bytesRead() - readBefore);
        phases.put("linked_bytes", last.sum("KeptLinkedBytes"));
        phases.put("fetched_bytes", last.sum("KeptFetchedBytes"));
        phases.put("rebuilt_bytes", last.sum("KeptRebuiltBytes"));
        cluster.await(() -> !cluster.firstCheckpoint(last.endMs()).isMissingNode(), CHECKPOINTED);
        JsonNode checkpoint = cluster.firstCheckpoint(last.endMs());
        phases.put("first_checkpoint_bytes", checkpoint.path("checkpointed_size").asDouble());
        phases.put("first_checkpoint_ms", checkpoint.path("end_to_end_duration").asDouble());
        return phases;
    }
}
