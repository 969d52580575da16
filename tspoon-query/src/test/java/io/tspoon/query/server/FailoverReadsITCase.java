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

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Reads in all modes, of the server of the job and of a gateway, while the job fails again and
 * again in the middle of a transaction.
 */
class FailoverReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 4;
    private static final int PER_SECOND = 200;
    private static final int FAILURES = 5;
    private static final int ANSWERS = 5;
    private static final Duration CHECKPOINTS = Duration.ofMillis(100);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** What was seen outside is never undone. */
    @Test
    void resultsStayReadableWithALog(@InjectMiniCluster MiniCluster cluster) throws Exception {
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .queryable()
                        .writeAheadLog(new FileLog(directory.toUri().toString()));
        failAndRead(cluster, graph, EmbeddedFlink.Backend.HEAP, () -> BookedBank.seen(test));
    }

    /**
     * What came after the last checkpoint is undone, but the totals are right, and time goes on.
     */
    @Test
    void totalsAreExactWithoutALog(@InjectMiniCluster MiniCluster cluster) throws Exception {
        TransactionalGraph graph = TransactionalGraph.named("bank").queryable();
        failAndRead(
                cluster,
                graph,
                EmbeddedFlink.Backend.ROCKSDB,
                () -> new Seen(BookedBank.seen(test).newest(), Map.of()));
    }

    private void failAndRead(
            MiniCluster cluster,
            TransactionalGraph graph,
            EmbeddedFlink.Backend backend,
            Supplier<Seen> results)
            throws Exception {
        int port = Ports.free();
        JobClient job = start(graph, backend, port);
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        try (Gateway gateway = Gateway.start(cluster.getRestAddress().get(), options)) {
            Await.until("results", () -> BookedBank.seen(test).newest() > 0);
            failAndRead("http://127.0.0.1:" + port, gateway.address(), results);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    private void failAndRead(String server, String gateway, Supplier<Seen> results)
            throws Exception {
        List<BankReader> readers = new ArrayList<>();
        try {
            for (Mode mode : Mode.values()) {
                readers.add(new BankReader(server, Endpoint.TASK_MANAGER, mode, results));
                readers.add(new BankReader(gateway, Endpoint.GATEWAY, mode, results));
            }
            for (int i = 0; i < FAILURES; i++) {
                awaitAnswers(readers);
                Blocker update = Blocker.arm(test);
                update.awaitReached();
                update.fail();
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

    private JobClient start(TransactionalGraph graph, EmbeddedFlink.Backend backend, int port)
            throws Exception {
        Configuration options = EmbeddedFlink.recovering(CHECKPOINTS);
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, backend, options);
        BookedBank.add(environment, graph, PER_SECOND, test);
        return environment.executeAsync();
    }
}
