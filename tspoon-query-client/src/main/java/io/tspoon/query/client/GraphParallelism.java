/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How parallel a t-graph is.
 *
 * @param graphs its name, and those of t-graphs that change together with it
 * @param parallelism number of instances of each operator
 * @param maxParallelism the highest one that is possible
 * @param change the last change that the gateway has made; empty if it has made none
 */
@PublicEvolving
public record GraphParallelism(
        List<String> graphs, int parallelism, int maxParallelism, Optional<Change> change) {
    /** Where a change is. */
    @PublicEvolving
    public enum Phase {
        /**
         * It waits for a checkpoint, from which the job goes on; before that, perhaps for slots.
         */
        CHECKPOINT,
        /** The tasks are being ended. */
        RESTART,
        /** Tasks get slots, start and read their state. */
        START,
        /** All tasks run, as many as wanted. */
        DONE,
        /** It was given up; the detail says why. */
        FAILED
    }

    /**
     * A change, as far as it has come.
     *
     * @param from the parallelism before
     * @param to the parallelism that is wanted
     * @param isRepair whether nobody has asked for it, but a guard has repaired the t-graph
     * @param phase where it is
     * @param passed the phases that are over
     * @param restarts how often the job has restarted; known when it is done
     * @param detail why it has failed; empty if it has not
     */
    @PublicEvolving
    public record Change(
            String id,
            int from,
            int to,
            boolean isRepair,
            Phase phase,
            List<Passed> passed,
            int restarts,
            String detail) {
        /** Whether nothing more will happen. */
        public boolean isOver() {
            return phase == Phase.DONE || phase == Phase.FAILED;
        }
    }

    /** A phase that is over, and how long it took. */
    @PublicEvolving
    public record Passed(Phase phase, Duration time) {}
}
