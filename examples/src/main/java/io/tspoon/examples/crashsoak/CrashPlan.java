/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashKind.Trigger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Draws crashes at random from a seed: all kinds of the run in random order, then all again in
 * another order, so that no kind is left out for long.
 *
 * <p>A plan determines the kinds and the pauses. Which element the job has reached at a crash
 * depends on the machine, so the same seed does not give the same run.
 */
final class CrashPlan {
    private static final int SHORTEST_PAUSE_MS = 20;
    private static final int LONGEST_PAUSE_MS = 1_500;

    /** A process takes seconds to start, so it works for longer before it is killed. */
    private static final Passes OF_TASKS = new Passes(100, 0, 2);

    private static final Passes OF_PROCESSES = new Passes(500, 100, 6);
    private static final int ONE_IN_DOUBLE = 4;

    private final Random random;
    private final Passes mostPasses;
    private final List<CrashKind> kinds;
    private final List<CrashKind> atElements;
    private final Deque<CrashKind> deck = new ArrayDeque<>();

    /** How often a place is passed at most before the crash. */
    private record Passes(int ofElements, int ofFlushes, int ofCheckpoints) {
        int most(Trigger trigger) {
            return switch (trigger) {
                case ELEMENT -> ofElements;
                case LOG -> ofFlushes;
                case CHECKPOINT -> ofCheckpoints;
                case RECOVERY, REPLAY, DRIVER, KILL -> 1;
            };
        }
    }

    private CrashPlan(long seed, Passes passes, Set<CrashKind> ofKinds) {
        random = new Random(seed);
        mostPasses = passes;
        kinds = Arrays.stream(CrashKind.values()).filter(ofKinds::contains).toList();
        atElements = kinds.stream().filter(kind -> kind.trigger() == Trigger.ELEMENT).toList();
    }

    /** For a cluster in this process, with the given kinds only. */
    static CrashPlan ofTasks(long seed, Set<CrashKind> kinds) {
        return new CrashPlan(seed, OF_TASKS, kinds);
    }

    /** For processes that are killed, with the given kinds only. */
    static CrashPlan ofProcesses(long seed, Set<CrashKind> kinds) {
        return new CrashPlan(seed, OF_PROCESSES, kinds);
    }

    /**
     * One crash, or several in a row, each as soon as the job has recovered from the one before.
     *
     * @param inARow kinds of the crashes, at least one
     * @param pauseMs milliseconds from the moment the job runs again to the first crash
     * @param passes how often the place of each crash is passed until it happens, at least 1
     */
    record Crash(List<CrashKind> inARow, int pauseMs, int passes) {
        /** The same crash without delay, for when little input is left. */
        Crash atOnce() {
            return new Crash(inARow, 0, 1);
        }
    }

    Crash next() {
        List<CrashKind> inARow = new ArrayList<>();
        CrashKind kind = draw();
        switch (kind.trigger()) {
            case RECOVERY -> inARow.add(atElements.isEmpty() ? CrashKind.SOURCE : any(atElements));
            // A result that is in no checkpoint is in the log, so that there is something to
            // repeat.
            case REPLAY -> inARow.add(CrashKind.RESULT);
            default -> {}
        }
        inARow.add(kind);
        if (!atElements.isEmpty() && random.nextInt(ONE_IN_DOUBLE) == 0) {
            inARow.add(any(atElements));
        }
        int pause = SHORTEST_PAUSE_MS + random.nextInt(LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
        int passes = 1 + random.nextInt(mostPasses.most(inARow.get(0).trigger()));
        return new Crash(List.copyOf(inARow), pause, passes);
    }

    private CrashKind draw() {
        if (deck.isEmpty()) {
            List<CrashKind> shuffled = new ArrayList<>(kinds);
            Collections.shuffle(shuffled, random);
            deck.addAll(shuffled);
        }
        return deck.remove();
    }

    private CrashKind any(List<CrashKind> among) {
        return among.get(random.nextInt(among.size()));
    }
}
