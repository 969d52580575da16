/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sees everything that happens in a run. Judges at once what must hold at every step; keeps the
 * deciding attempts to be judged at the end.
 */
final class Journal {
    /** One access that was granted; {@code read} is null also if the action does not read. */
    record Step(Element element, @Nullable Value read, Effect effect) {}

    /** What left the t-graph for one input, with the ids of elements that were rejected. */
    record Result(
            Input input,
            long timestamp,
            Decision decision,
            Map<Location, @Nullable Value> updates,
            Set<Long> rejected,
            List<Step> steps) {}

    private final Map<Long, Input> inputs = new HashMap<>();
    private final Map<Long, List<Step>> steps = new HashMap<>();

    /** Who has deleted what attempts have found missing. */
    private final Map<Long, List<Long>> deletersSeen = new HashMap<>();

    private final Map<Long, Result> results = new HashMap<>();
    private final Set<Long> committed = new HashSet<>();
    private final Set<Input> answered = new HashSet<>();
    private final long[] highestGiven;
    private final long[] promised;
    private final int[] attempts = new int[2];
    private long highestCommitted;

    Journal(int coordinators) {
        highestGiven = new long[coordinators];
        promised = new long[coordinators];
    }

    /** An attempt is sent. */
    void begun(Input input, long timestamp, int attempt) {
        int coordinator = input.coordinator();
        check(timestamp > highestGiven[coordinator], "timestamp does not ascend", timestamp);
        check(timestamp > promised[coordinator], "timestamp given in spite of promise", timestamp);
        check(inputs.put(timestamp, input) == null, "timestamp given twice", timestamp);
        highestGiven[coordinator] = timestamp;
        steps.put(timestamp, new ArrayList<>());
        attempts[0]++;
        attempts[1] = Math.max(attempts[1], attempt);
    }

    /** A coordinator says that all its attempts up to the timestamp are decided. */
    void promised(int coordinator, long lowTimestamp) {
        check(lowTimestamp >= promised[coordinator], "promise is taken back", lowTimestamp);
        promised[coordinator] = lowTimestamp;
    }

    /** Something of an attempt arrives at a participant. */
    void arrived(Message.AttemptName attempt) {
        check(
                attempt.timestamp() > promised[attempt.coordinator()],
                "fragment arrives in spite of promise",
                attempt.timestamp());
    }

    /** A user function was called. */
    void applied(long timestamp, Step step) {
        List<Step> earlier = steps.get(timestamp);
        check(earlier != null, "attempt works on after its decision", timestamp);
        earlier.add(step);
    }

    /** It is decided that the attempt commits. */
    void committed(long timestamp) {
        committed.add(timestamp);
    }

    /** Whether it is decided that all of the attempts commit. */
    boolean areCommitted(Set<Long> timestamps) {
        return committed.containsAll(timestamps);
    }

    /** A function has failed on what derives from versions that may never be committed. */
    void failed(long timestamp, boolean repeated) {
        check(repeated, "job fails though the attempt sees tentative versions", timestamp);
    }

    /** The attempt finds no value, as another one has deleted it. */
    void foundDeleted(long timestamp, long deleter) {
        deletersSeen.computeIfAbsent(timestamp, attempt -> new ArrayList<>()).add(deleter);
    }

    /**
     * The writers of the values that the attempt has read up to now, and of those it has missed.
     */
    List<Long> writersSeenBy(long timestamp) {
        List<Long> writers = new ArrayList<>(deletersSeen.getOrDefault(timestamp, List.of()));
        for (Step step : steps.getOrDefault(timestamp, List.of())) {
            if (step.read() != null) {
                writers.add(step.read().writer());
            }
        }
        return writers;
    }

    /** A decision is complete. */
    void completed(
            long timestamp,
            Decision decision,
            Map<Location, @Nullable Value> updates,
            Set<Long> rejected) {
        Input input = inputs.get(timestamp);
        List<Step> made = steps.remove(timestamp);
        if (decision != Decision.RETRY) {
            check(answered.add(input), "second result for an input", timestamp);
            if (decision == Decision.COMMIT && !updates.isEmpty()) {
                highestCommitted = Math.max(highestCommitted, timestamp);
            }
            results.put(timestamp, new Result(input, timestamp, decision, updates, rejected, made));
        }
    }

    /** Highest timestamp of a committed result up to now. */
    long highestCommitted() {
        return highestCommitted;
    }

    /** One for each input, in no order. */
    List<Result> results() {
        return new ArrayList<>(results.values());
    }

    int attempts() {
        return attempts[0];
    }

    /** The highest number of attempts of one transaction. */
    int mostAttempts() {
        return attempts[1];
    }

    private static void check(boolean holds, String breach, long timestamp) {
        if (!holds) {
            throw new AssertionError(breach + ", timestamp=" + timestamp);
        }
    }
}
