/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.query.server.QueryServerFactory;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.KeyOwner;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadServiceFactory;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.StateInstance;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * A job without Flink: states in memory, spread over real servers on free loopback ports.
 *
 * <pre>{@code
 * try (TestJob job = TestJob.start(2, new Configuration())) {
 *     TestJob.State<String, Long> balance = job.state("bank", "balance", STRING, LONG, 4, 0L);
 *     balance.put("alice", 100L, 1);
 *     job.address(0); // http://127.0.0.1:40231
 * }
 * }</pre>
 */
public final class TestJob implements JobDirectory, AutoCloseable {
    private static final int MAX_PARALLELISM = 128;

    private final List<ReadService> servers = new ArrayList<>();
    private final List<TestState<?, ?>> instances = new CopyOnWriteArrayList<>();
    private final ThreadPoolExecutor operator =
            (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    private final Random random = new Random(1);
    private volatile boolean lost;

    /** What Flink would say of a task manager on this machine. */
    public static final String HOST = "localhost";

    private TestJob() {}

    /** Starts servers; port, if it is not set, is any that is free. */
    public static TestJob start(int servers, Configuration options) throws Exception {
        return start(servers, options, new Configuration());
    }

    /** Starts servers with the t-graph bank, which can be called: a coordinator at each of them. */
    public static TestJob callable(int servers, MemoryCalls calls, Configuration options)
            throws Exception {
        TestJob job = start(servers, options);
        job.state("bank", "balance", Types.STRING, Types.LONG, servers, 0L);
        for (int server = 0; server < servers; server++) {
            job.add(server, calls.coordinator(server));
        }
        return job;
    }

    /** The same as {@link #start(int, Configuration)} in processes with options of their own. */
    public static TestJob start(int servers, Configuration options, Configuration ofProcess)
            throws Exception {
        TestJob job = new TestJob();
        Configuration all = new Configuration();
        all.setString("tspoon.query.port", "0");
        all.addAll(options);
        ReadServiceFactory factory = new QueryServerFactory();
        factory.validate(all);
        for (int i = 0; i < servers; i++) {
            job.servers.add(factory.start(all, ofProcess, HOST, job));
        }
        return job;
    }

    /** Adds a state, its instances spread over the servers in turn; see the other method. */
    public <K, V> State<K, V> state(
            String graph,
            String state,
            TypeInformation<K> keyType,
            TypeInformation<V> valueType,
            int parallelism) {
        return state(graph, state, keyType, valueType, parallelism, null);
    }

    /**
     * Adds a state, its instances spread over the servers in turn.
     *
     * @param initialValue null for none
     */
    public <K, V> State<K, V> state(
            String graph,
            String state,
            TypeInformation<K> keyType,
            TypeInformation<V> valueType,
            int parallelism,
            V initialValue) {
        List<TestState<K, V>> own = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            TestState<K, V> instance =
                    new TestState<>(
                            new StateInstance<>(
                                    graph,
                                    state,
                                    i,
                                    parallelism,
                                    MAX_PARALLELISM,
                                    random.nextLong(),
                                    keyType,
                                    valueType,
                                    key -> initialValue,
                                    initialValue,
                                    "",
                                    Duration.ofMillis(50)),
                            operator);
            own.add(instance);
            instances.add(instance);
            servers.get(i % servers.size()).add(instance);
        }
        return new State<>(own);
    }

    /** Adds a coordinator that says so, at the first server. */
    public void coordinator(String graph, int index, CoordinatorStatus status) {
        servers.get(0)
                .add(
                        new ReadableCoordinator() {
                            @Override
                            public String graph() {
                                return graph;
                            }

                            @Override
                            public int index() {
                                return index;
                            }

                            @Override
                            public CoordinatorStatus status() {
                                return status;
                            }
                        });
    }

    /** Adds a coordinator at a server. */
    public void add(int server, ReadableCoordinator coordinator) {
        servers.get(server).add(coordinator);
    }

    /** Takes a coordinator away from a server. */
    public void remove(int server, ReadableCoordinator coordinator) {
        servers.get(server).remove(coordinator);
    }

    /** Address of a server. */
    public String address(int server) {
        return servers.get(server).address();
    }

    /** Takes an instance away without a word, or puts it back. */
    public void setLost(boolean lost) {
        this.lost = lost;
    }

    /** Holds up all instances from now on, as a slow function would. */
    public Runnable holdUp() {
        CompletableFuture<Void> end = new CompletableFuture<>();
        operator.execute(end::join);
        return () -> end.complete(null);
    }

    /** How many reads of instances wait. */
    public int waiting() {
        return operator.getQueue().size();
    }

    /** Ends the servers; the instances go on. */
    public void closeServers() throws Exception {
        for (ReadService server : servers) {
            server.close();
        }
        servers.clear();
    }

    @Override
    public String jobId() {
        return "0123456789abcdef0123456789abcdef";
    }

    @Override
    public String jobName() {
        return "test";
    }

    @Override
    public CompletableFuture<JobLayout> locate() {
        record Name(String graph, String state) {}
        var states = new java.util.LinkedHashMap<Name, JobLayout.State>();
        for (TestState<?, ?> instance : instances) {
            StateInstance<?, ?> d = instance.description();
            if (lost && d.index() == 0) {
                continue;
            }
            states.computeIfAbsent(
                            new Name(d.graph(), d.state()),
                            name ->
                                    new JobLayout.State(
                                            d.graph(),
                                            d.state(),
                                            d.parallelism(),
                                            new ArrayList<>()))
                    .instances()
                    .add(
                            new JobLayout.Instance(
                                    d.index(),
                                    d.maxParallelism(),
                                    d.incarnation(),
                                    servers.get(d.index() % servers.size()).address(),
                                    HOST));
        }
        return CompletableFuture.completedFuture(new JobLayout(List.copyOf(states.values())));
    }

    @Override
    public void close() throws Exception {
        closeServers();
        operator.shutdownNow();
    }

    /** A state over all its instances. */
    public static final class State<K, V> {
        private final List<TestState<K, V>> instances;

        private State(List<TestState<K, V>> instances) {
            this.instances = instances;
        }

        /** Installs a value; null deletes. */
        public void put(K key, V value, long timestamp) {
            int owner = KeyOwner.indexOf(key, MAX_PARALLELISM, instances.size());
            instances.get(owner).put(key, value, timestamp);
        }

        /** One instance. */
        public TestState<K, V> instance(int index) {
            return instances.get(index);
        }

        /** Pins that are there, over all instances. */
        public int pinned() {
            return instances.stream().mapToInt(TestState::pinned).sum();
        }
    }
}
