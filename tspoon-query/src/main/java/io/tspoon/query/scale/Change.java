/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A change of the parallelism of a t-graph, as far as it has come.
 *
 * @param graphs names of the t-graphs that change together
 * @param by who wants it
 * @param from the parallelism before
 * @param to the parallelism that is wanted
 * @param beganMs when it was asked for, milliseconds of the epoch
 * @param phase where it is
 * @param sinceMs since when it is there, milliseconds of the epoch
 * @param passed the phases that are over, and how long each took
 * @param restarts how often the tasks were started anew
 * @param detail why it has failed; empty if it has not
 */
@Internal
public record Change(
        String id,
        Set<String> graphs,
        By by,
        int from,
        int to,
        long beganMs,
        Phase phase,
        long sinceMs,
        List<Passed> passed,
        int restarts,
        String detail) {
    /** Who wants a change. */
    public enum By {
        /** Somebody has sent a request. */
        REQUEST,
        /** The guard, because bounds were unequal. */
        GUARD
    }

    /** Where a change is. */
    public enum Phase {
        /** Waits for a checkpoint, from which the job goes on; before that, perhaps for slots. */
        CHECKPOINT,
        /** The tasks are being ended. */
        RESTART,
        /** Tasks get slots, start and read their state. */
        START,
        /** All tasks run, as many as wanted. */
        DONE,
        /** It was given up. The bounds stay. */
        FAILED
    }

    /** A phase that is over. */
    public record Passed(Phase phase, long ms) {}

    /** No more are remembered of a job that fails again and again. */
    private static final int MAX_PASSED = 16;

    public Change {
        graphs = Set.copyOf(graphs);
        passed = List.copyOf(passed);
    }

    /** A change that begins now. */
    static Change begin(ScaledGraph graph, By by, int to, long nowMs) {
        return new Change(
                UUID.randomUUID().toString(),
                graph.graphs(),
                by,
                graph.parallelism(),
                to,
                nowMs,
                Phase.CHECKPOINT,
                nowMs,
                List.of(),
                0,
                "");
    }

    /**
     * Whether it gives a t-graph this parallelism, and its bounds are still those that it has set.
     */
    boolean isFor(ScaledGraph graph, int parallelism, Bounds bounds) {
        return to == parallelism && graphs.equals(graph.graphs()) && isSet(graph, bounds);
    }

    /** Whether it has not begun, and others have set other bounds since. */
    boolean isOvertaken(ScaledGraph graph, Bounds bounds) {
        return phase == Phase.CHECKPOINT && graphs.equals(graph.graphs()) && !isSet(graph, bounds);
    }

    private boolean isSet(ScaledGraph graph, Bounds bounds) {
        return bounds.uppers(graph.ids()).equals(Set.of(to));
    }

    public boolean isOver() {
        return phase == Phase.DONE || phase == Phase.FAILED;
    }

    /** The same in a phase, perhaps the one where it is. */
    Change enter(Phase next, long nowMs) {
        return next == phase ? this : in(next, nowMs, restarts, detail);
    }

    Change done(int attempts, long nowMs) {
        return in(Phase.DONE, nowMs, attempts, "");
    }

    Change failed(String why, long nowMs) {
        return in(Phase.FAILED, nowMs, restarts, why);
    }

    private Change in(Phase next, long nowMs, int times, String why) {
        List<Passed> all = new ArrayList<>(passed);
        all.add(new Passed(phase, Math.max(0, nowMs - sinceMs)));
        int first = Math.max(0, all.size() - MAX_PASSED);
        return new Change(
                id,
                graphs,
                by,
                from,
                to,
                beganMs,
                next,
                nowMs,
                all.subList(first, all.size()),
                times,
                why);
    }
}
