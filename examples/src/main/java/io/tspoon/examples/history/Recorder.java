/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What the tasks of one run share with the program that started it; so both must be in one process.
 *
 * <p>Holds the results that count. After a failure, those that were recorded since the checkpoint
 * are forgotten, for their transactions have never been and will be executed anew. When all random
 * transactions are complete, the last read may begin. Safe for all threads.
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
     * @param run name of the run, not in use
     * @param transactions how many there are before the last read
     * @param failEvery how many enter from one failure to the next; 0 for no failures
     * @param queries how many are asked beside them
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

    /** Keeps transactions and queries together. */
    QueryPace queryPace() {
        return queryPace;
    }

    /**
     * Counts an element that enters, again after a failure too; tells whether to fail at it. What
     * is complete then may be taken back, so the last read has to wait until that is known.
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

    /** How many failures were asked for so far. */
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

    /** Forgets all but the first so many, as the job begins, or begins again. */
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
     * All results, the last read at the end.
     *
     * @throws IllegalStateException if one is missing or there twice, or the last read began early
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
