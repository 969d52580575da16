/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.HttpClients;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.query.client.Entry;
import io.tspoon.query.client.GraphSummary;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.StateQuery;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** A job whose steps are called, and its clients. */
final class CalledJob extends Running {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final StateQuery<Integer, Long> SUMS =
            StateQuery.of(Steps.SUMS, Integer.class, Long.class);

    private static final int PAGE = 100;

    private final RunningJob job;
    private final Meter results;
    private final Meter calls;
    private final InetSocketAddress server;
    private final CalledSteps steps;
    private final LongConsumer checked;
    private @Nullable HttpClients clients;

    /**
     * @param results meter of the job
     * @param calls meter of the clients, which is closed with the job
     * @param server where the job is called
     * @param steps what is called
     * @param checked is told of how many steps behind a first one were checked
     */
    CalledJob(
            RunningJob job,
            Meter results,
            Meter calls,
            InetSocketAddress server,
            CalledSteps steps,
            LongConsumer checked) {
        this.job = job;
        this.results = results;
        this.calls = calls;
        this.server = server;
        this.steps = steps;
        this.checked = checked;
    }

    /** Waits until the job can be called. */
    void awaitReady() {
        if (!job.await(this::isReady, TIMEOUT)) {
            try (calls;
                    job) {
                throw failure("it cannot be called, waited=" + TIMEOUT);
            }
        }
    }

    private boolean isReady() {
        return client().graphs() instanceof QueryResult.Answer<List<GraphSummary>> answer
                && answer.value().stream().anyMatch(GraphSummary::ready);
    }

    private QueryClient client() {
        return QueryClient.to(URI.create("http://localhost:" + server.getPort())).build();
    }

    /**
     * Lets clients begin.
     *
     * @param perSecond calls that are due; 0 for as fast as they are answered
     */
    void call(int count, double perSecond) {
        clients =
                HttpClients.start(
                        calls.name(),
                        server,
                        count,
                        HttpClients.Requests.ofOwnTexts(steps::client, 1),
                        perSecond,
                        CalledJob::check);
    }

    /** An answer names the key of its call, which was executed now, and has committed. */
    private static void check(String call, String answer) {
        int from = call.indexOf("idempotency-key: ") + "idempotency-key: ".length();
        String key = call.substring(from, call.indexOf('\r', from));
        if (!answer.contains("\"key\":\"" + key + "\"")
                || !answer.contains("\"outcome\":\"COMMITTED\"")
                || !answer.contains("\"repeated\":false")) {
            throw new BenchmarkException(
                    "Cannot trust calls: call was not executed, key=" + key + ", answer=" + answer);
        }
    }

    @Override
    public Meter beside() {
        return calls;
    }

    @Override
    public void checkRunning() {
        job.checkRunning();
        if (clients != null) {
            clients.checkRunning();
        }
    }

    /** Stops clients, waits for their answers, checks what they have left, stops the job. */
    @Override
    public void close() {
        try (calls;
                RunningJob stopped = job;
                HttpClients ended = clients) {
            if (ended != null) {
                ended.awaitAnswers();
                checkAll(stopped);
            }
        }
    }

    private void checkAll(RunningJob running) {
        long due = steps.followers();
        if (!running.await(() -> results.counts().results() >= due, TIMEOUT)
                || results.counts().results() != due) {
            throw failure(
                    "each call must have one result, results="
                            + results.counts().results()
                            + ", calls="
                            + due);
        }
        try (Stream<Entry<Integer, Long>> sums =
                client().graph(Steps.GRAPH).stream(SUMS.all(), PAGE)) {
            sums.forEach(this::checkSum);
        }
        checked.accept(due);
    }

    private void checkSum(Entry<Integer, Long> sum) {
        if (sum.value() != steps.sum(sum.key())) {
            throw failure(
                    "a sum is not what the calls leave, level="
                            + sum.key()
                            + ", sum="
                            + sum.value()
                            + ", expected="
                            + steps.sum(sum.key()));
        }
    }

    private BenchmarkException failure(String reason) {
        return new BenchmarkException("Cannot trust " + results.name() + ": " + reason);
    }
}
