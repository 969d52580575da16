/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Shared by the tasks of one run and the program that started it, so all of them must be in one
 * process.
 *
 * <p>Holds the results that count. A failure discards those that were recorded since the last
 * checkpoint, because their transactions are undone and will be executed again. What callers were
 * answered counts in any case, and must be what the results say in the end. The last read may begin
 * when all random transactions are complete, and all calls are answered. Thread-safe.
 */
final class Recorder implements AutoCloseable {
    private static final ConcurrentMap<String, Recorder> RUNS = new ConcurrentHashMap<>();

    private final String run;
    private final HistorySettings settings;
    private final ClientPace pace;
    private final List<Completion> completions = new ArrayList<>();
    private final Map<Long, Completion> answers = new HashMap<>();
    private final Map<Long, Long> invokedAt = new HashMap<>();
    private final Map<Long, Long> completedAt = new HashMap<>();
    private CompletableFuture<Void> allComplete = new CompletableFuture<>();
    private boolean failing;
    private long entered;

    /**
     * @param run name of the run, which must not be in use
     */
    Recorder(String run, HistorySettings settings) {
        this.run = run;
        this.settings = settings;
        this.pace = new ClientPace(settings.transactions(), settings.queries() + settings.calls());
        if (RUNS.putIfAbsent(run, this) != null) {
            throw new IllegalStateException("Cannot begin run: name is in use, run=" + run);
        }
    }

    static Recorder of(String run) {
        Recorder recorder = RUNS.get(run);
        if (recorder == null) {
            throw new IllegalStateException(
                    "Cannot find run: it is over, or of another process, run="
                            + run
                            + ". Run the job embedded.");
        }
        return recorder;
    }

    /** The pace that keeps transactions and clients side by side. */
    ClientPace pace() {
        return pace;
    }

    /**
     * Notes when an element enters, and counts it, even if it enters again after a failure; returns
     * whether the job must fail at it. If so, complete transactions may be taken back, so the last
     * read has to wait until the job has restarted.
     */
    synchronized boolean invoked(long number, long nanos) {
        note(invokedAt, number, nanos);
        entered++;
        if (settings.failEvery() == 0 || entered % settings.failEvery() != 0) {
            return false;
        }
        failing = true;
        allComplete = new CompletableFuture<>();
        return true;
    }

    /** How many failures were requested so far. */
    synchronized long failures() {
        return settings.failEvery() > 0 ? entered / settings.failEvery() : 0;
    }

    synchronized void add(Completion completion) {
        long number = completion.number();
        completions.add(
                completion.at(
                        invokedAt.getOrDefault(number, 0L),
                        note(completedAt, number, completion.completedAt())));
        openIfAllComplete();
    }

    /** After a failure an element is executed anew, unless a log has its outcome. */
    private long note(Map<Long, Long> times, long number, long nanos) {
        if (settings.log() == null) {
            times.put(number, nanos);
        } else {
            times.putIfAbsent(number, nanos);
        }
        return times.get(number);
    }

    /** Notes what a caller was answered. */
    synchronized void addAnswer(Completion answer) {
        answers.put(answer.number(), answer);
        pace.answered();
        openIfAllComplete();
    }

    /** Lets the job fail, because a call will never be answered. */
    synchronized void giveUp(IllegalStateException why) {
        allComplete.completeExceptionally(why);
    }

    synchronized int size() {
        return completions.size();
    }

    /** Discards all results but the first {@code size}, whenever the job begins. */
    synchronized void backTo(int size) {
        completions.subList(size, completions.size()).clear();
        failing = false;
        openIfAllComplete();
    }

    private void openIfAllComplete() {
        if (!failing
                && completions.size() >= settings.random()
                && answers.size() == settings.calls()) {
            allComplete.complete(null);
        }
    }

    /**
     * All results as clients know them, with the last read at the end.
     *
     * @throws IllegalStateException if a result is missing or occurs twice, if the last read began
     *     too early, or if a caller was answered otherwise
     */
    synchronized List<Completion> completions() {
        Completion last = completions.get(completions.size() - 1);
        long numbers = completions.stream().mapToLong(Completion::number).distinct().count();
        List<Completion> seen = completions.stream().map(this::asAnswered).toList();
        boolean isLast =
                seen.stream()
                        .allMatch(
                                one ->
                                        one.number() == last.number()
                                                || one.completedAt() < last.invokedAt());
        if (numbers != completions.size() || numbers != settings.random() + 1 || !isLast) {
            throw new IllegalStateException(
                    "Cannot tell the history: a result is missing, is there twice, or is no result"
                            + " before the last read, transactions="
                            + settings.random()
                            + ", results="
                            + completions.size()
                            + ", distinct="
                            + numbers
                            + ". This is a bug.");
        }
        return seen;
    }

    private Completion asAnswered(Completion result) {
        Completion answer = answers.getOrDefault(result.number(), result);
        if (!result.at(answer.invokedAt(), answer.completedAt()).equals(answer)) {
            throw new IllegalStateException(
                    "Cannot tell the history: a caller was answered otherwise, answer="
                            + answer
                            + ", result="
                            + result
                            + ". This is a bug.");
        }
        return answer;
    }

    /** Done when all transactions before the last read are complete. */
    synchronized CompletionStage<Void> allComplete() {
        return allComplete;
    }

    @Override
    public void close() {
        RUNS.remove(run);
    }
}
