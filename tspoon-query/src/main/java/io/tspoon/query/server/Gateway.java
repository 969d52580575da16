/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.OptionKeys;
import io.tspoon.flink.directory.RemoteCluster;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.endpoint.Api;
import io.tspoon.query.endpoint.Job;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.scale.BoundsGuard;
import io.tspoon.query.scale.FlinkApi;
import io.tspoon.query.scale.ParallelismKnob;
import io.tspoon.read.JobDirectory;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.Configuration;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * A stand-alone process that answers for all jobs of a Flink cluster. It is given Flink's REST
 * address, finds the jobs, and asks their servers. It has the same endpoint as they have, and needs
 * the same token.
 *
 * <pre>{@code
 * java -cp "$FLINK_HOME/lib/*:tspoon-query.jar:..." io.tspoon.query.server.Gateway \
 *     http://localhost:8081 --port 8090 --token-file /etc/tspoon/token
 * }</pre>
 *
 * <p>{@code --NAME VALUE} sets the option {@code tspoon.query.NAME}, or an option of Flink if the
 * name begins with {@code security.} or {@code rest.}. {@code --options FILE} reads further options
 * from a file, because other users of the machine can see arguments.
 */
@PublicEvolving
public final class Gateway implements AutoCloseable {
    private static final String USAGE =
            """
            Usage: Gateway FLINK_REST_ADDRESS [--NAME VALUE]...

            FLINK_REST_ADDRESS  such as http://localhost:8081 or https://flink.example.com/path;
                                without a port it means 80 or 443; for a certificate of your
                                own give --security.ssl.rest.truststore and
                                --security.ssl.rest.truststore-password
            --NAME VALUE        the option tspoon.query.NAME, such as --port 8090; if NAME begins
                                with security. or rest. Flink's option of that name
            --options FILE      more options, such as passwords, in a properties file with lines
                                NAME=VALUE; arguments win\
            """;

    private final RemoteCluster cluster;
    private final Engine engine;
    private final HttpServer http;
    private final String address;

    /** Null if nobody may change parallelisms here. */
    private final @Nullable ParallelismKnob knob;

    private final BoundsGuard guard;

    private Gateway(URI flink, Configuration options) throws IOException {
        Settings settings = Settings.of(options, localHost());
        cluster = RemoteCluster.connect(flink, options);
        engine = new Engine(settings);
        FlinkApi api = new RemoteFlink(cluster, engine.mapper());
        ParallelismKnob any = new ParallelismKnob(api, engine::after, System::currentTimeMillis);
        knob = options.get(QueryOptions.ALLOW_SCALING) ? any : null;
        guard = new BoundsGuard(api, this::jobIds, any, engine::after, System::currentTimeMillis);
        try {
            http =
                    new HttpServer(
                            settings,
                            new Api(
                                    new ClusterJobs(cluster::jobs, this::reader, engine::after),
                                    settings.endpointLimits(),
                                    settings.authorization(),
                                    engine.mapper(),
                                    engine::after));
        } catch (IOException | RuntimeException e) {
            engine.close();
            cluster.close();
            throw e;
        }
        address = QueryServer.address(settings, http.port());
        QueryServer.warn(settings, address);
        if (options.get(QueryOptions.GUARD)) {
            guard.start();
        }
    }

    private CompletableFuture<List<String>> jobIds() {
        return cluster.jobs().thenApply(jobs -> jobs.stream().map(RemoteCluster.Job::id).toList());
    }

    /**
     * Starts a gateway in this process.
     *
     * @param flink address of Flink's REST endpoint
     * @param options {@code tspoon.query.*} and Flink's own options
     * @throws IOException if it cannot listen
     * @throws IllegalArgumentException if an option has an unusable value, or no option {@code
     *     tspoon.query.*} has that name
     */
    public static Gateway start(URI flink, Configuration options) throws IOException {
        List<String> problems =
                OptionKeys.unknown(options, QueryOptions.PREFIX, QueryOptions.keys());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "[TSP-4404] Cannot start gateway: " + problems.get(0));
        }
        return new Gateway(flink, options);
    }

    /** Returns the address of the gateway, such as {@code http://127.0.0.1:8095}. */
    public String address() {
        return address;
    }

    @Override
    public void close() {
        guard.close();
        http.close();
        engine.close();
        cluster.close();
    }

    /**
     * The name of this machine. It is only printed, and compared with the Host header of requests:
     * no server looks for a gateway.
     */
    private static String localHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private Job reader(RemoteCluster.Job job) {
        LocalInstances none = new LocalInstances(JsonMapping.standard());
        JobDirectory directory = cluster.directory(job);
        return new Job(
                job.id(), job.name(), engine.router(directory, none, address, null), null, knob);
    }

    /** Parses the arguments after the first one. */
    static Configuration options(String... args) {
        Configuration given = new Configuration();
        Configuration ofFiles = new Configuration();
        for (int i = 1; i < args.length; i += 2) {
            if (!args[i].startsWith("--")) {
                throw new IllegalArgumentException(
                        "[TSP-4405] Cannot read option: it does not begin with --, " + args[i]);
            }
            String name = args[i].substring(2);
            if (name.equals("options")) {
                ofFiles = Settings.over(read(args[i + 1]), ofFiles);
            } else {
                set(given, name, args[i + 1]);
            }
        }
        return Settings.over(given, ofFiles);
    }

    private static Configuration read(String file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) { // a malformed escape
            throw new IllegalArgumentException(
                    "[TSP-4406] Cannot read options: "
                            + e.getClass().getSimpleName()
                            + ", file="
                            + file
                            + ". Name a properties file in UTF-8, with lines such as"
                            + " token-file=/etc/tspoon/token.",
                    e);
        }
        Configuration options = new Configuration();
        properties.forEach((name, value) -> set(options, name.toString(), value.toString()));
        return options;
    }

    private static void set(Configuration options, String name, String value) {
        boolean ofFlink = name.startsWith("security.") || name.startsWith("rest.");
        options.setString(ofFlink ? name : QueryOptions.PREFIX + name, value);
    }

    /** Runs until the process ends. */
    public static void main(String[] args) throws Exception {
        if (List.of(args).contains("--help")) {
            System.out.println(USAGE);
            return;
        }
        if (args.length % 2 == 0) {
            System.err.println(USAGE);
            System.exit(2);
        }
        Gateway gateway;
        try {
            gateway = start(URI.create(args[0]), options(args));
        } catch (IllegalArgumentException e) { // of the address or an option
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(gateway::close));
        System.out.println("Queries are answered at " + gateway.address());
        new CountDownLatch(1).await();
    }
}
