/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.query.client.GraphReader;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.RetryPolicy;
import io.tspoon.query.client.StateQuery;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Somebody outside the job who asks for balances by queries all the time, and remembers each that
 * was shown, whatever becomes of the job: the newest of one account, then those of some accounts in
 * one snapshot, and so on. The hot accounts are among them.
 *
 * <p>One thread. It keeps up to {@value #MOST} balances, then half of them.
 */
public final class BalanceReader implements AutoCloseable {
    private static final List<Integer> ACCOUNTS = IntStream.range(0, 8).boxed().toList();
    private static final StateQuery<Integer, Long> BALANCE =
            StateQuery.of(Settled.STATE, Integer.class, Long.class);

    private static final int MOST = 1_000_000;
    private static final long PAUSE_MS = 5;
    private static final long PAUSE_WITHOUT_ANSWER_MS = 30;

    /** What waits for a log, or for a process that is frozen, is given up. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final GraphReader graph;
    private final Thread thread;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private List<Reading> shown = new ArrayList<>();
    private long unanswered;
    private long resumed;
    private boolean isAnswered = true;

    /** Written before the thread ends, read when it has ended. */
    private @Nullable RuntimeException failure;

    /**
     * Begins to ask.
     *
     * @param graph name of the t-graph
     * @param endpoint where queries are answered, when the job is there
     * @param more in turn with it
     */
    public BalanceReader(String graph, URI endpoint, URI... more) {
        this.graph =
                QueryClient.to(endpoint, more)
                        .retries(RetryPolicy.NEVER)
                        .timeout(TIMEOUT)
                        .build()
                        .graph(graph);
        thread = new Thread(this::run, "balance reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            long pauseMs = 0;
            for (int round = 0; !stopped.await(pauseMs, TimeUnit.MILLISECONDS); round++) {
                boolean answered = add(ask(round));
                pauseMs = answered ? PAUSE_MS : PAUSE_WITHOUT_ANSWER_MS;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private QueryResult<Map<Integer, Long>> ask(int round) {
        if (round % 2 == 0) {
            return graph.ask(BALANCE.keys(ACCOUNTS));
        }
        int account = ACCOUNTS.get(round / 2 % ACCOUNTS.size());
        return graph.ask(BALANCE.key(account))
                .map(balance -> Map.of(account, balance.orElse(Transfers.OPENING)));
    }

    private synchronized boolean add(QueryResult<Map<Integer, Long>> result) {
        if (!(result instanceof QueryResult.Answer<Map<Integer, Long>> answer)) {
            unanswered++;
            isAnswered = false;
            return false;
        }
        resumed += isAnswered ? 0 : 1;
        isAnswered = true;
        long timestamp = answer.timestamp().value();
        answer.value()
                .forEach((account, balance) -> shown.add(new Reading(timestamp, account, balance)));
        if (shown.size() > MOST) {
            shown = everySecond(shown);
        }
        return true;
    }

    private static List<Reading> everySecond(List<Reading> all) {
        List<Reading> half = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i += 2) {
            half.add(all.get(i));
        }
        return half;
    }

    /** What was shown so far. */
    public synchronized Readings readings() {
        return new Readings(List.copyOf(shown), unanswered, resumed);
    }

    /**
     * Stops to ask, and waits for what was asked.
     *
     * @throws IllegalStateException if the reader has stopped before, as its questions failed
     */
    @Override
    public void close() throws InterruptedException {
        stopped.countDown();
        thread.join();
        if (failure != null) {
            throw new IllegalStateException("Cannot read balances: " + failure, failure);
        }
    }
}
