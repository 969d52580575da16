/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.StateSpec;
import io.tspoon.protocol.Timestamps;
import io.tspoon.query.server.QueryServerFactory;
import io.tspoon.read.AbortCount;
import io.tspoon.read.Backlog;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.read.StateInstance;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;

import org.apache.flink.configuration.Configuration;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The server that TaskManagers run, over a t-graph "bank" in memory whose coordinator tells of
 * transactions that go on.
 */
public final class TestBank implements AutoCloseable {
    public static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class)
                    .initialValue(0L)
                    .constraint("balance is not negative", balance -> balance >= 0);
    public static final StateSpec<String, Customer> CUSTOMER =
            StateSpec.named("customer", String.class, Customer.class);

    private static final String GRAPH = "bank";
    private static final String JOB = "00112233445566778899aabbccddeeff";
    private static final int PARALLELISM = 3;
    private static final int MAX_PARALLELISM = 128;
    private static final Duration RETENTION = Duration.ofMinutes(1);

    private final MemoryState.AppliedClock applied = new MemoryState.AppliedClock();
    private final Map<String, List<MemoryState<?, ?>>> states = new HashMap<>();
    private final ReadService server;
    private long drawn;

    /** A value with parts. */
    public record Customer(String name, String city, BigDecimal limit) {}

    private TestBank(Map<String, String> options) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("tspoon.query.port", "0");
        options.forEach(configuration::setString);
        server =
                new QueryServerFactory()
                        .start(configuration, new Configuration(), "localhost", new Directory());
        addInstances(BALANCE);
        addInstances(CUSTOMER);
        server.add(new Coordinator());
    }

    /**
     * Starts one on a free port of the loopback address.
     *
     * @param options {@code tspoon.query.*}
     */
    public static TestBank start(Map<String, String> options) throws Exception {
        return new TestBank(options);
    }

    public URI address() {
        return URI.create(server.address());
    }

    /** A timestamp above all before. */
    public synchronized ExecutionTimestamp draw() {
        long msSince2020 = System.currentTimeMillis() - Timestamps.epochMs(0);
        drawn = Math.max(drawn + 1, msSince2020 << 22);
        return new ExecutionTimestamp(drawn);
    }

    /** Installs a value, and gives the timestamp of it. */
    public <K, V> ExecutionTimestamp put(StateSpec<K, V> state, K key, V value) {
        ExecutionTimestamp timestamp = draw();
        put(state, key, value, timestamp);
        return timestamp;
    }

    public <K, V> void put(StateSpec<K, V> state, K key, V value, ExecutionTimestamp timestamp) {
        List<MemoryState<?, ?>> instances = states.get(state.name());
        @SuppressWarnings("unchecked")
        MemoryState<K, V> any = (MemoryState<K, V>) instances.get(0);
        @SuppressWarnings("unchecked")
        MemoryState<K, V> owner = (MemoryState<K, V>) instances.get(any.description().ownerOf(key));
        owner.put(key, value, timestamp.value());
        applied.advance(timestamp.value());
    }

    private <K, V> void addInstances(StateSpec<K, V> spec) {
        List<MemoryState<?, ?>> instances = new ArrayList<>();
        for (int index = 0; index < PARALLELISM; index++) {
            MemoryState<K, V> state =
                    new MemoryState<>(
                            new StateInstance<>(
                                    GRAPH,
                                    spec.name(),
                                    index,
                                    PARALLELISM,
                                    MAX_PARALLELISM,
                                    index + 1L,
                                    spec.keyType(),
                                    spec.valueType(),
                                    spec::initialValueOf,
                                    spec.initialValue(),
                                    spec.constraintName(),
                                    RETENTION),
                            applied);
            instances.add(state);
            server.add(state);
        }
        states.put(spec.name(), instances);
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Directory implements JobDirectory {
        @Override
        public String jobId() {
            return JOB;
        }

        @Override
        public String jobName() {
            return "bank job";
        }

        @Override
        public CompletableFuture<JobLayout> locate() {
            List<JobLayout.Instance> instances = new ArrayList<>();
            for (int index = 0; index < PARALLELISM; index++) {
                instances.add(
                        new JobLayout.Instance(
                                index, MAX_PARALLELISM, index + 1L, server.address(), "localhost"));
            }
            return CompletableFuture.completedFuture(
                    new JobLayout(
                            List.of(
                                    new JobLayout.State(
                                            GRAPH, BALANCE.name(), PARALLELISM, instances),
                                    new JobLayout.State(
                                            GRAPH, CUSTOMER.name(), PARALLELISM, instances))));
        }
    }

    /** Counts as if a good thousand transactions were executed each second. */
    private static final class Coordinator implements ReadableCoordinator {
        private final long startedNs = System.nanoTime();

        @Override
        public String graph() {
            return GRAPH;
        }

        @Override
        public int index() {
            return 0;
        }

        @Override
        public CoordinatorStatus status() {
            double seconds = (System.nanoTime() - startedNs) / 1e9;
            double wave = Math.sin(seconds * 0.9) + Math.sin(seconds * 2.3) / 2;
            return new CoordinatorStatus(
                    (long) (1200 * seconds + 150 * wave),
                    (long) (40 * seconds + 6 * wave),
                    (long) (15 * seconds + 3 * wave),
                    (int) (60 + 20 * wave),
                    1e6 * (2.1 + 0.3 * wave),
                    1e6 * (7.5 + 1.5 * wave),
                    (long) (6 + 2 * wave),
                    Backlog.NONE,
                    "",
                    List.of(
                            new AbortCount(
                                    AbortReason.Kind.CONSTRAINT,
                                    "balance",
                                    "balance is not negative",
                                    (long) (40 * seconds + 6 * wave))),
                    List.of(
                            new RetainedOutcome(
                                    "",
                                    "t-17",
                                    17,
                                    18,
                                    Outcome.ABORTED,
                                    2,
                                    List.of(
                                            new AbortReason(
                                                    AbortReason.Kind.CONSTRAINT,
                                                    "balance",
                                                    "alice",
                                                    "balance is not negative",
                                                    "balance=-4"))),
                            new RetainedOutcome(
                                    "", "<i>16</i>", 16, 16, Outcome.COMMITTED, 1, List.of())));
        }
    }
}
