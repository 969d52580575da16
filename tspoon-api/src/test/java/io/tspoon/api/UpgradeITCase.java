/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A savepoint and a log that an earlier build has written are understood: the job goes on, and what
 * that build has shown is shown again as it was.
 *
 * <p>Each build that changes a format adds a directory of fixtures, and none is ever removed: run
 * this class with {@code -Dtspoon.upgrade.write=src/test/resources/upgrade/VERSION}.
 */
class UpgradeITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final String WRITE = "tspoon.upgrade.write";
    private static final Path FIXTURES = Path.of("src", "test", "resources", "upgrade");
    private static final int TRANSFERS = 2_000;
    private static final int ACCOUNTS = 50;
    private static final int BEFORE_SAVEPOINT = 300;
    private static final int BEFORE_END = 1_200;
    private static final int LEAST_REPEATED = 100;
    private static final int PACE = 2_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    @ParameterizedTest(name = "{0} at parallelism {1}")
    @CsvSource({
        "0.1.0, 1",
        "0.1.0, 2",
        "0.1.0, 4",
        "0.1.0-log2, 1",
        "0.1.0-log2, 2",
        "0.1.0-log2, 4",
        "0.1.0-log3, 1",
        "0.1.0-log3, 2",
        "0.1.0-log3, 4",
        "0.1.0-state3, 1",
        "0.1.0-state3, 2",
        "0.1.0-state3, 4"
    })
    void earlierBuildIsUnderstood(String version, int parallelism) throws Exception {
        copy(FIXTURES.resolve(version), directory);

        start(parallelism, directory.resolve("savepoint").toUri().toString(), 1_000_000)
                .getJobExecutionResult()
                .get();

        Map<String, TransactionResult<Long>> results =
                Tap.<TransactionResult<Long>>passed(test).stream()
                        .collect(toMap(TransactionResult::key, identity()));
        List<String> shown = Files.readAllLines(directory.resolve("results.txt"));
        int repeated = 0;
        for (String line : shown) {
            String key = line.substring(0, line.indexOf(' '));
            TransactionResult<Long> result = results.get(key);
            if (result != null) {
                assertThat(key + " " + result).isEqualTo(line);
                repeated++;
            }
        }
        // What came before the savepoint is in the savepoint, and not shown again.
        assertThat(repeated).isGreaterThanOrEqualTo(LEAST_REPEATED);
        assertThat(results.size() + shown.size() - repeated).isEqualTo(TRANSFERS);
        Map<Integer, Long> last =
                results.values().stream()
                        .sorted((a, b) -> a.timestamp().compareTo(b.timestamp()))
                        .flatMap(result -> result.updates().stream())
                        .collect(
                                toMap(
                                        update -> (Integer) update.key(),
                                        update -> (Long) update.value(),
                                        (before, after) -> after));
        assertThat(last).hasSize(ACCOUNTS);
        Bank.checkConserved(last);
    }

    /** Not a test: writes the fixtures of this build. */
    @Test
    @EnabledIfSystemProperty(named = WRITE, matches = ".+")
    void writeFixtures() throws Exception {
        JobClient job = start(2, null, PACE);
        Tap.await(test, BEFORE_SAVEPOINT, job.getJobExecutionResult());
        String savepoint = snapshots.savepoint(job);
        Tap.await(test, BEFORE_END, job.getJobExecutionResult());
        EmbeddedFlink.cancel(job);
        List<String> shown =
                Tap.<TransactionResult<Long>>passed(test).stream()
                        .map(result -> result.key() + " " + result)
                        .toList();
        Path target = Path.of(System.getProperty(WRITE));
        copy(Path.of(URI.create(savepoint)), target.resolve("savepoint"));
        copy(directory.resolve("log"), target.resolve("log"));
        Files.write(target.resolve("results.txt"), shown);
    }

    private JobClient start(int parallelism, String savepoint, int pace) throws Exception {
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, Backend.HEAP, configuration);
        DataStream<Transfer> transfers =
                Bank.pacedTransfers(environment, TRANSFERS, pace, ACCOUNTS);
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()));
        Tap.open(Bank.settle(graph, transfers, Bank.BALANCE), test);
        return environment.executeAsync();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            all.forEach(
                    file -> {
                        try {
                            Path target = to.resolve(from.relativize(file).toString());
                            if (Files.isDirectory(file)) {
                                Files.createDirectories(target);
                            } else {
                                Files.copy(file, target);
                            }
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }
}
