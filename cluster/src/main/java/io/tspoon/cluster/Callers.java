/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.Await;
import io.tspoon.examples.trial.CallAnswer;
import io.tspoon.examples.trial.CallHistory;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.query.client.GraphCaller;
import io.tspoon.query.client.QueryFailureReason;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Several people outside the job who have transfers executed, each with a key, and repeat each call
 * until it is answered.
 */
final class Callers implements AutoCloseable {
    /** So many numbers belong to a caller. */
    private static final long NUMBERS = 1L << 32;

    private final ExecutorService threads;
    private final List<Caller> callers = new ArrayList<>();
    private final List<Future<?>> running = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    /**
     * Begins to call.
     *
     * @param settle does not repeat what is not answered
     * @param durably whether answers must say that no crash can take them back
     */
    Callers(GraphCaller settle, int count, boolean durably) {
        threads = Executors.newFixedThreadPool(count);
        for (int i = 0; i < count; i++) {
            Caller caller =
                    new Caller(settle, Trial.TRANSFERS, Transfers.CALLED + i * NUMBERS, durably);
            callers.add(caller);
            running.add(threads.submit(() -> caller.callUntil(stopped)));
        }
    }

    /** Lets the callers come to an end, and then ask again for the outcomes of earlier calls. */
    CallHistory finish() throws Exception {
        stopped.set(true);
        for (Future<?> one : running) {
            one.get(2 * Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        Set<Long> sent = new HashSet<>();
        List<CallAnswer> answers = new ArrayList<>();
        List<String> unexpected = new ArrayList<>();
        for (Caller caller : callers) {
            sent.addAll(caller.sent());
            answers.addAll(caller.answers());
            unexpected.addAll(caller.unexpected());
        }
        return new CallHistory(sent, answers, unexpected);
    }

    /** What the callers did, as a line of a report. They have ended. */
    String line(CallHistory history) {
        Map<QueryFailureReason, Integer> failures = new EnumMap<>(QueryFailureReason.class);
        callers.stream()
                .map(Caller::failures)
                .map(Map::entrySet)
                .flatMap(Collection::stream)
                .forEach(
                        failed -> failures.merge(failed.getKey(), failed.getValue(), Integer::sum));
        return String.format(
                Locale.ROOT,
                "Calls: %,d answered %,d times, %,d of these with the outcome of an earlier"
                        + " request; tries without an answer: %s",
                history.sent().size(),
                history.answers().size(),
                callers.stream().mapToLong(Caller::repeated).sum(),
                failures.isEmpty() ? "none" : failures);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
