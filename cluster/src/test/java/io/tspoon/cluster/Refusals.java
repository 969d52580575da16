/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.RestException;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.host.Await;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What Flink, or the job, says to what cannot work. */
final class Refusals {
    private final FlinkRest rest;
    private final Trial trial;

    Refusals(FlinkRest rest, Trial trial) {
        this.rest = rest;
        this.trial = trial;
    }

    private interface Attempt {
        void run() throws IOException, InterruptedException;
    }

    /** To going on from a savepoint. */
    String ofResuming(String savepoint, TrialSettings settings, boolean allowNonRestoredState)
            throws IOException, InterruptedException {
        return words(() -> trial.resume(savepoint, settings, allowNonRestoredState));
    }

    /** To fewer open operators than close operators. */
    String ofTearingApart() throws IOException, InterruptedException {
        Map<String, Integer> wanted = new HashMap<>();
        for (Vertex vertex : rest.vertices(trial.job())) {
            boolean one =
                    vertex.name().startsWith(Rescaling.SOURCE)
                            || vertex.name().contains(Rescaling.OPEN);
            wanted.put(vertex.id(), one ? 1 : 2);
        }
        return words(() -> rest.rescale(trial.job(), wanted));
    }

    /** To more close operators than open operators; does not end the job. */
    String ofMoving(Rescaling rescaling) throws IOException, InterruptedException {
        return answer(() -> rescaling.move(4));
    }

    /** Ends the job, too. */
    private String words(Attempt attempt) throws IOException, InterruptedException {
        String words = answer(attempt);
        if (!rest.hasEnded(trial.job())) {
            rest.cancel(trial.job());
        }
        return words;
    }

    /** The newest failure if Flink does not refuse it. */
    private String answer(Attempt attempt) throws IOException, InterruptedException {
        try {
            attempt.run();
        } catch (RestException e) {
            return String.valueOf(e.getMessage());
        }
        String job = trial.job();
        Await.until("failure of the job, job=" + job, () -> !rest.failures(job).isEmpty());
        return rest.failures(job).get(0).words();
    }
}
