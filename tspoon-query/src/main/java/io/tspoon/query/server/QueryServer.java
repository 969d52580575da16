/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.QueryOptions;
import io.tspoon.query.endpoint.Api;
import io.tspoon.query.endpoint.Job;
import io.tspoon.query.endpoint.Jobs;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.local.LocalPeer;
import io.tspoon.query.route.Router;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.ReadableState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The server of one job in one process. It answers for the whole job. */
final class QueryServer implements ReadService {
    private static final Logger LOG = LoggerFactory.getLogger(QueryServer.class);

    private final LocalInstances instances;
    private final Engine engine;
    private final HttpServer http;
    private final String address;

    /**
     * @param loader class loader of the job
     * @throws IOException if it cannot listen
     */
    QueryServer(Settings settings, JobDirectory directory, ClassLoader loader) throws IOException {
        instances = new LocalInstances(JsonMapping.load(loader));
        engine = new Engine(settings);
        LocalPeer peer =
                new LocalPeer(
                        instances,
                        settings.limits(),
                        engine.workers(),
                        engine.scanners(),
                        engine::after);
        CompletableFuture<Job> job = new CompletableFuture<>();
        Jobs jobs = () -> job.thenApply(List::of);
        try {
            http =
                    new HttpServer(
                            settings,
                            new Api(
                                    jobs,
                                    settings.endpointLimits(),
                                    settings.authorization(),
                                    engine.mapper(),
                                    engine::after));
        } catch (IOException | RuntimeException e) {
            engine.close();
            throw e;
        }
        address = address(settings, http.port());
        Router router = engine.router(directory, instances, address, peer);
        job.complete(new Job(directory.jobId(), directory.jobName(), router, peer));
        LOG.info("Queries of job {} are answered at {}", directory.jobName(), address);
        warn(settings, address);
    }

    /** Warns if others on the network can read what the server sends. */
    static void warn(Settings settings, String address) {
        if ((settings.token() != null || settings.tokens() != null)
                && settings.tls() == null
                && !settings.bindAddress().isLoopbackAddress()) {
            LOG.warn(
                    "[TSP-4408] Queries are answered at {} without TLS: who can read the traffic of"
                        + " the network reads the token and all values. Set {}, unless nobody can.",
                    address,
                    QueryOptions.TLS_KEY_STORE.key());
        }
    }

    static String address(Settings settings, int port) {
        return (settings.tls() == null ? "http://" : "https://")
                + settings.advertisedHost()
                + ":"
                + port;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void add(ReadableState<?, ?> state) {
        instances.add(state);
    }

    @Override
    public void remove(ReadableState<?, ?> state) {
        instances.remove(state);
    }

    @Override
    public void add(ReadableCoordinator coordinator) {
        instances.add(coordinator);
    }

    @Override
    public void remove(ReadableCoordinator coordinator) {
        instances.remove(coordinator);
    }

    @Override
    public void close() {
        http.close();
        engine.close();
    }
}
