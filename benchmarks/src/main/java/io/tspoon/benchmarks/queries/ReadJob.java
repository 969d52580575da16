/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.AnswerCheck;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.EchoServer;
import io.tspoon.benchmarks.harness.HttpClients;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.query.client.QueryClient;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** A job of the bank with an endpoint, and its readers. */
final class ReadJob extends Running {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);

    private final Sums sums;
    private final Meter transfers;
    private final Meter beside;
    private final RunningJob job;
    private final InetSocketAddress server;
    private final @Nullable EchoServer echo;
    private final @Nullable Pace pace;
    private @Nullable HttpClients readers;
    private long askedNs;
    private long resultsBefore;

    /**
     * @param job that can be read
     * @param transfers meter of the job
     * @param beside a meter that is closed with the job: that of the job beside readers who are
     *     measured, else that of the readers
     * @param server where the job is asked
     * @param echo asked instead of the job; null for the job
     * @param sums checks the balances in the end
     * @param pace of the transfers; null if they come as fast as they can
     */
    ReadJob(
            RunningJob job,
            Meter transfers,
            Meter beside,
            InetSocketAddress server,
            @Nullable EchoServer echo,
            Sums sums,
            @Nullable Pace pace) {
        this.job = job;
        this.transfers = transfers;
        this.beside = beside;
        this.server = server;
        this.echo = echo;
        this.sums = sums;
        this.pace = pace;
    }

    /** Waits until the job has results and can be read. */
    void awaitAnswer() {
        if (!job.await(this::isReadable, START_TIMEOUT)) {
            try (beside;
                    job;
                    echo) {
                throw new BenchmarkException(
                        "Cannot read job: no answer, job="
                                + transfers.name()
                                + ", waited="
                                + START_TIMEOUT);
            }
        }
    }

    /** Lets readers begin. */
    void ask(Reading reading, String meter, double perSecond, Load load) {
        resultsBefore = transfers.counts().results();
        askedNs = System.nanoTime();
        if (reading.kind() != Reading.Kind.NOTHING) {
            InetSocketAddress asked = echo == null ? server : echo.address();
            readers =
                    HttpClients.start(
                            meter,
                            asked,
                            reading.connections(),
                            HttpClients.Requests.of(
                                    reading.requests(
                                            "localhost:" + asked.getPort(),
                                            load.accounts(),
                                            load.seed()),
                                    1),
                            perSecond,
                            echo == null
                                    ? new BalanceCheck(reading, load.initialBalance())
                                    : AnswerCheck.NONE);
        }
    }

    @Override
    public @Nullable Meter beside() {
        return readers == null || beside == transfers ? null : beside;
    }

    private URI endpoint() {
        return URI.create("http://localhost:" + server.getPort());
    }

    private boolean isReadable() {
        return transfers.counts().results() > 0
                && QueryClient.to(endpoint()).build().graphs().isAnswer();
    }

    @Override
    public void checkRunning() {
        job.checkRunning();
        if (readers != null) {
            readers.checkRunning();
        }
    }

    /** Stops readers and job; checks whether transfers kept pace, and the balances. */
    @Override
    public void close() {
        try (beside;
                RunningJob stopped = job;
                echo) {
            if (pace != null) {
                long results = transfers.counts().results() - resultsBefore;
                pace.check(transfers.name(), results, (System.nanoTime() - askedNs) / 1e9);
            }
            if (readers != null) {
                readers.close();
            }
            stopped.checkRunning();
            sums.check(endpoint(), transfers.counts());
        }
    }
}
