/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

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
    private final List<Completion> completions = new ArrayList<>();
    private final CompletableFuture<Void> allComplete = new CompletableFuture<>();
    private final AtomicLong entered = new AtomicLong();

    /**
     * @param run name of the run, not in use
     * @param transactions how many there are before the last read
     * @param failEvery how many enter from one failure to the next; 0 for no failures
     */
    Recorder(String run, long transactions, long failEvery) {
        this.run = run;
        this.transactions = transactions;
        this.failEvery = failEvery;
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

    /** Counts an element that enters, again after a failure too; tells whether to fail at it. */
    boolean failsAtNext() {
        return failEvery > 0 && entered.incrementAndGet() % failEvery == 0;
    }

    /** How many failures were asked for so far. */
    long failures() {
        return failEvery > 0 ? entered.get() / failEvery : 0;
    }

    synchronized void add(Completion completion) {
        completions.add(completion);
        if (completions.size() == transactions) {
            allComplete.complete(null);
        }
    }

    synchronized int size() {
        return completions.size();
    }

    /** Forgets all but the first so many. */
    synchronized void backTo(int size) {
        completions.subList(size, completions.size()).clear();
    }

    synchronized List<Completion> completions() {
        return List.copyOf(completions);
    }

    CompletionStage<Void> allComplete() {
        return allComplete;
    }

    @Override
    public void close() {
        RUNS.remove(run);
    }
}
