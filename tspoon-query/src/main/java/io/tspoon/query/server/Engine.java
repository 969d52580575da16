/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.route.Router;
import io.tspoon.query.route.ServedJob;
import io.tspoon.read.JobDirectory;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.SSLContext;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Threads and clients that all jobs of a server or a gateway share. */
final class Engine implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /**
     * The timer wakes up at this interval all the time. Timeouts and ends of leases may be late by
     * as much. A snapshot older than {@code snapshot-max-age} is not shared, whatever the timer
     * does, but its old values are kept until the timer releases it.
     */
    private static final long TICK_MS = 10;

    private final Settings settings;
    private final ExecutorService workers;
    private final ExecutorService scanners;
    private final HashedWheelTimer timer;
    private final HttpClient client;
    private final ObjectMapper mapper = JsonMapping.standard().mapper();
    private final ObjectMapper peerMapper = JsonMapping.unbounded().mapper();

    Engine(Settings settings) {
        this.settings = settings;
        NettyDefaults.apply();
        workers =
                Executors.newFixedThreadPool(
                        settings.workerThreads(),
                        new DefaultThreadFactory("tspoon-query-worker", true));
        scanners =
                Executors.newFixedThreadPool(
                        Math.max(1, settings.workerThreads() / 2),
                        new DefaultThreadFactory("tspoon-query-scan", true));
        timer =
                new HashedWheelTimer(
                        new DefaultThreadFactory("tspoon-query-timer", true),
                        TICK_MS,
                        TimeUnit.MILLISECONDS);
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .executor(workers);
        SSLContext tls = settings.clientTls();
        client = (tls == null ? builder : builder.sslContext(tls)).build();
    }

    ObjectMapper mapper() {
        return mapper;
    }

    ExecutorService workers() {
        return workers;
    }

    /**
     * Fewer threads than workers, for work that takes a processor for long, so that other work goes
     * on beside it.
     */
    ExecutorService scanners() {
        return scanners;
    }

    /**
     * @param address address of this server, whose own instances need no HTTP
     * @param own carries out operations in this process; null in a gateway
     */
    Router router(
            JobDirectory directory, LocalInstances instances, String address, @Nullable Peer own) {
        KnownPeers known = new KnownPeers(address, own);
        Peers peers =
                at ->
                        known.computeIfAbsent(
                                at,
                                other ->
                                        new HttpPeer(
                                                client,
                                                peerMapper,
                                                other,
                                                directory.jobId(),
                                                settings.tokenForPeers(),
                                                this::after));
        return new Router(
                new ServedJob(directory, instances, peers),
                settings.limits(),
                this::after,
                workers,
                mapper);
    }

    /** Runs an action later, see {@link io.tspoon.query.route.Timer}. */
    Runnable after(long delayMs, Runnable action) {
        Timeout timeout =
                timer.newTimeout(
                        ignored -> workers.execute(action), delayMs, TimeUnit.MILLISECONDS);
        return timeout::cancel;
    }

    @Override
    public void close() {
        timer.stop();
        workers.shutdownNow();
        scanners.shutdownNow();
    }
}
