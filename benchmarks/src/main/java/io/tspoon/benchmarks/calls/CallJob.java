/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.HttpClients;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.query.client.GraphSummary;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** A job of the bank that can be called, and its callers. */
final class CallJob extends Running {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);

    private final RunningJob job;
    private final Meter transfers;
    private final Meter beside;
    private final InetSocketAddress server;
    private final CallAudit audit;
    private @Nullable HttpClients callers;
    private @Nullable Echoed echoed;
    private @Nullable CalledTransfers called;

    /**
     * @param job that can be called
     * @param transfers meter of the job
     * @param beside a meter that is closed with the job: that of the job if its callers are
     *     measured, else that of the callers
     * @param server where the job is called
     * @param audit checks what has become of calls
     */
    CallJob(
            RunningJob job,
            Meter transfers,
            Meter beside,
            InetSocketAddress server,
            CallAudit audit) {
        this.job = job;
        this.transfers = transfers;
        this.beside = beside;
        this.server = server;
        this.audit = audit;
    }

    /** Waits until the job can be called. */
    void awaitReady() {
        if (!job.await(this::isReady, START_TIMEOUT)) {
            try (beside;
                    job) {
                throw new BenchmarkException(
                        "Cannot call job: it is not ready, job="
                                + transfers.name()
                                + ", waited="
                                + START_TIMEOUT);
            }
        }
    }

    private boolean isReady() {
        return QueryClient.to(endpoint()).build().graphs()
                        instanceof QueryResult.Answer<List<GraphSummary>> answer
                && answer.value().stream().anyMatch(GraphSummary::ready);
    }

    /** Lets callers begin. */
    void call(Calling calling, String meter, double perSecond, boolean durable) {
        called = audit.calls("localhost:" + server.getPort(), calling.each());
        callers =
                HttpClients.start(
                        meter,
                        server,
                        calling.connections(),
                        HttpClients.Requests.ofTexts(called, calling.each()),
                        perSecond,
                        new CallCheck(durable));
    }

    /** Lets callers begin of whom the job knows nothing. */
    void echo(Calling calling, String meter, double perSecond, Load load) {
        echoed = Echoed.call(calling, meter, perSecond, load);
    }

    @Override
    public @Nullable Meter beside() {
        boolean isCalled = callers != null || echoed != null;
        return isCalled && beside != transfers ? beside : null;
    }

    private URI endpoint() {
        return URI.create("http://localhost:" + server.getPort());
    }

    @Override
    public void checkRunning() {
        job.checkRunning();
        if (callers != null) {
            callers.checkRunning();
        }
        if (echoed != null) {
            echoed.checkRunning();
        }
    }

    /** Stops callers, waits for their answers, checks what has become of calls, stops the job. */
    @Override
    public void close() {
        try (beside;
                RunningJob stopped = job;
                Echoed others = echoed;
                HttpClients ended = callers) {
            if (ended != null) {
                ended.awaitAnswers();
            }
            audit.check(stopped, endpoint(), transfers, called);
        }
    }
}
