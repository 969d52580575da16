/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Shared by the tasks of one run and the program that started it, so all of them must be in one
 * process.
 *
 * <p>Holds the results that count. A failure discards those that were recorded since the last
 * checkpoint, because their transactions are undone and will be executed again. The last read may
 * begin when all random transactions are complete. Thread-safe.
 */
final class Recorder implements AutoCloseable {
    private static final ConcurrentMap<String, Recorder> RUNS = new ConcurrentHashMap<>();

    private final String run;
    private final long transactions;
    private final long failEvery;
    private final QueryPace queryPace;
    private final List<Completion> completions = new ArrayList<>();
    private CompletableFuture<Void> allComplete = new CompletableFuture<>();
    private boolean failing;
    private long entered;

    /**
     * @param run name of the run, which must not be in use
     * @param transactions number of transactions before the last read
     * @param failEvery number of transactions from one failure to the next; 0 for no failures
     * @param queries number of queries
     */
    Recorder(String run, long transactions, long failEvery, long queries) {
        this.run = run;
        this.transactions = transactions;
        this.failEvery = failEvery;
        this.queryPace = new QueryPace(transactions, queries);
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

    /** The pace that keeps transactions and queries side by side. */
    QueryPace queryPace() {
        return queryPace;
    }

    /**
     * Counts an element that enters, even if it enters again after a failure; returns whether the
     * job must fail at it. If so, complete transactions may be taken back, so the last read has to
     * wait until the job has restarted.
     */
    synchronized boolean failsAtNext() {
        entered++;
        if (failEvery == 0 || entered % failEvery != 0) {
            return false;
        }
        failing = true;
        allComplete = new CompletableFuture<>();
        return true;
    }

    /** How many failures were requested so far. */
    synchronized long failures() {
        return failEvery > 0 ? entered / failEvery : 0;
    }

    synchronized void add(Completion completion) {
        completions.add(completion);
        openIfAllComplete();
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
        if (!failing && completions.size() >= transactions) {
            allComplete.complete(null);
        }
    }

    /**
     * All results, with the last read at the end.
     *
     * @throws IllegalStateException if a result is missing or occurs twice, or if the last read
     *     began too early
     */
    synchronized List<Completion> completions() {
        Completion last = completions.get(completions.size() - 1);
        long numbers = completions.stream().mapToLong(Completion::number).distinct().count();
        boolean isLast =
                completions.stream()
                        .allMatch(
                                one ->
                                        one.number() == last.number()
                                                || one.completedAt() < last.invokedAt());
        if (numbers != completions.size() || numbers != transactions + 1 || !isLast) {
            throw new IllegalStateException(
                    "Cannot tell the history: a result is missing, is there twice, or is no result"
                            + " before the last read, transactions="
                            + transactions
                            + ", results="
                            + completions.size()
                            + ", distinct="
                            + numbers
                            + ". This is a bug.");
        }
        return List.copyOf(completions);
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
