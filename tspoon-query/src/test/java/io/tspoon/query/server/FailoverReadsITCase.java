/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BankReader;
import io.tspoon.query.testing.BankReader.Endpoint;
import io.tspoon.query.testing.BankReader.Mode;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.BookedBank.Seen;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Blocker;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.HookedLog;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads in all modes, of the server of the job and of a gateway, while the job fails again and
 * again: in the middle of a transaction, or before what is decided is durable.
 */
class FailoverReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 4;
    private static final int PER_SECOND = 200;
    private static final int FAILURES = 4;
    private static final int ANSWERS = 5;

    private static final Duration CHECKPOINTS = Duration.ofMillis(100);

    /** Transactions that a failure takes along, and how long they are waited for. */
    private static final int UNLOGGED = 10;

    private static final long UNLOGGED_MS = 100;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private MiniCluster cluster;
    private int port;

    @BeforeEach
    void place(@InjectMiniCluster MiniCluster injected) throws IOException {
        cluster = injected;
        port = Ports.free();
    }

    /** What was seen outside, in a result or in an answer, is never undone. */
    @ParameterizedTest(name = "same key {0}")
    @ValueSource(booleans = {false, true})
    void whatWasShownStaysReadableWithALog(boolean sameKey) throws Exception {
        HookedLog log = new HookedLog(test, new FileLog(directory.toUri().toString()));
        TransactionalGraph graph = TransactionalGraph.named("bank").queryable().writeAheadLog(log);
        failAndRead(
                start(graph, EmbeddedFlink.Backend.HEAP, sameKey),
                List.of(() -> failUnlogged(log.hooks()), this::failInTheMiddle),
                () -> BookedBank.seen(test),
                answer -> BookedBank.answered(test, answer));
        BookedBank.checkAnswers(test);
    }

    /**
     * What came after the last checkpoint is undone, but the totals are right, and time goes on.
     */
    @Test
    void totalsAreExactWithoutALog() throws Exception {
        TransactionalGraph graph = TransactionalGraph.named("bank").queryable();
        failAndRead(
                start(graph, EmbeddedFlink.Backend.ROCKSDB, false),
                List.of(this::failInTheMiddle),
                () -> new Seen(BookedBank.seen(test).newest(), Map.of()),
                answer -> {});
    }

    /** Lets the job fail. */
    private interface Failure {
        void run() throws Exception;
    }

    private void failInTheMiddle() throws Exception {
        Blocker update = Blocker.arm(test);
        update.awaitReached();
        update.fail();
    }

    /**
     * What is decided from some time on does not get into the log. That may be nothing, if a
     * checkpoint waits for one whose outcome is logged and held back.
     */
    private static void failUnlogged(HookedLog.Hooks hooks) throws InterruptedException {
        int before = hooks.appended().size();
        hooks.lose();
        hooks.hold();
        boolean unused = hooks.appendsMoreThan(before + UNLOGGED, UNLOGGED_MS);
        hooks.failJob();
    }

    private void failAndRead(
            JobClient job, List<Failure> failures, Supplier<Seen> shown, Consumer<Seen> show)
            throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        try (Gateway gateway = Gateway.start(cluster.getRestAddress().get(), options)) {
            Await.until("results", () -> BookedBank.seen(test).newest() > 0);
            List<BankReader> readers = new ArrayList<>();
            for (Mode mode : Mode.values()) {
                String server = "http://127.0.0.1:" + port;
                readers.add(new BankReader(server, Endpoint.TASK_MANAGER, mode, shown, show));
                readers.add(new BankReader(gateway.address(), Endpoint.GATEWAY, mode, shown, show));
            }
            failBeside(readers, failures);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    private static void failBeside(List<BankReader> readers, List<Failure> failures)
            throws Exception {
        try {
            for (int i = 0; i < FAILURES; i++) {
                awaitAnswers(readers);
                failures.get(i % failures.size()).run();
            }
            awaitAnswers(readers);
        } finally {
            for (BankReader reader : readers) {
                reader.close();
            }
        }
        readers.forEach(BankReader::check);
        System.out.println("Reads beside " + FAILURES + " failures: " + readers);
    }

    private static void awaitAnswers(List<BankReader> readers) throws Exception {
        for (BankReader reader : readers) {
            reader.awaitAnswers(ANSWERS);
        }
    }

    private JobClient start(
            TransactionalGraph graph, EmbeddedFlink.Backend backend, boolean sameKey)
            throws Exception {
        Configuration options = EmbeddedFlink.recovering(CHECKPOINTS);
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, backend, options);
        BookedBank.add(environment, graph, PER_SECOND, test, sameKey);
        return environment.executeAsync();
    }
}
