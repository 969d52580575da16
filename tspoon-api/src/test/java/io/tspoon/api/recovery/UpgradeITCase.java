/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Times;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static java.util.Comparator.comparing;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A savepoint and a log that an earlier build has written are understood: the job goes on from
 * their values, and what that build has shown is shown again as it was.
 *
 * <p>Each build that changes a format adds a directory of fixtures, and none is ever removed: run
 * this class with {@code -Dtspoon.upgrade.write=src/test/resources/upgrade/VERSION}, and add it to
 * the versions.
 */
class UpgradeITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final String WRITE = "tspoon.upgrade.write";
    private static final Path FIXTURES = Path.of("src", "test", "resources", "upgrade");
    private static final List<String> VERSIONS =
            List.of("0.1.0", "0.1.0-log2", "0.1.0-log3", "0.1.0-log4", "0.1.0-state3");

    /** Of these, logged results have the times of their elements. */
    private static final Set<String> TIMED = Set.of("0.1.0-log4");

    private static final int TRANSFERS = 2_000;
    private static final int ACCOUNTS = 50;
    private static final int BEFORE_SAVEPOINT = 300;
    private static final int BEFORE_END = 1_200;
    private static final int LEAST_REPEATED = 100;
    private static final int PACE = 2_000;
    private static final String LOG = "log";
    private static final String SHOWN = "results.txt";
    private static final String TIMES = "-times";
    private static final Pattern TIMESTAMP = Pattern.compile(" timestamp=(\\d+)");
    private static final Pattern UPDATE =
            Pattern.compile("StateUpdate\\[state=account_balance, key=(\\d+), value=(\\d+)]");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    static Stream<Arguments> runs() {
        return VERSIONS.stream()
                .flatMap(
                        version ->
                                Stream.of(1, 2, 4)
                                        .map(parallelism -> Arguments.of(version, parallelism)));
    }

    @ParameterizedTest(name = "{0} at parallelism {1}")
    @MethodSource("runs")
    void earlierBuildIsUnderstood(String version, int parallelism) throws Exception {
        copy(FIXTURES.resolve(version), directory);

        Map<String, TransactionResult<Long>> results = goOn(parallelism, LOG);

        Map<String, String> times =
                Tap.<String>passed(test + TIMES).stream()
                        .collect(toMap(UpgradeITCase::key, UpgradeITCase::timeOf));
        List<String> shown = shown();
        int repeated = 0;
        for (String line : shown) {
            TransactionResult<Long> result = results.get(key(line));
            if (result != null) {
                assertThat(key(line) + " " + result).isEqualTo(line);
                assertThat(times.get(key(line)))
                        .as("time of %s", line)
                        .isEqualTo(TIMED.contains(version) ? key(line) : "none");
                repeated++;
            }
        }
        assertThat(repeated).isGreaterThanOrEqualTo(LEAST_REPEATED);
        checkReplay(shown, results);
    }

    /** With the log nobody needs them: all accounts are in what is repeated. */
    @ParameterizedTest(name = "{0} at parallelism {1}")
    @MethodSource("runs")
    void valuesOfTheSavepointAreUnderstood(String version, int parallelism) throws Exception {
        copy(FIXTURES.resolve(version), directory);

        Map<String, TransactionResult<Long>> results = goOn(parallelism, "other-log");

        checkReplay(shown(), results);
    }

    @Test
    void everyFixtureIsRead() throws IOException {
        try (Stream<Path> directories = Files.list(FIXTURES)) {
            assertThat(directories.map(directory -> directory.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(VERSIONS);
        }
    }

    /** Some builds called the state of an update its operator, all wrote timestamps otherwise. */
    private List<String> shown() throws IOException {
        return Files.readAllLines(directory.resolve(SHOWN)).stream()
                .map(line -> line.replace("StateUpdate[operator=", "StateUpdate[state="))
                .map(line -> line.replaceAll("ExecutionTimestamp\\[value=(\\d+)]", "$1"))
                .toList();
    }

    private Map<String, TransactionResult<Long>> goOn(int parallelism, String log)
            throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(
                StateRecoveryOptions.SAVEPOINT_PATH,
                directory.resolve("savepoint").toUri().toString());
        configuration.setString("tspoon.bank.log-accept-loss", Boolean.toString(!log.equals(LOG)));
        start(parallelism, configuration, log, PacedNumbers.UNLIMITED)
                .getJobExecutionResult()
                .get();
        return Tap.<TransactionResult<Long>>passed(test).stream()
                .collect(toMap(TransactionResult::key, identity()));
    }

    /**
     * What came before the savepoint is in the savepoint, and not shown again. All that is shown
     * now follows from that, at every account.
     */
    private static void checkReplay(
            List<String> shown, Map<String, TransactionResult<Long>> results) {
        List<String> before =
                shown.stream().filter(line -> !results.containsKey(key(line))).toList();
        assertThat(before).hasSizeGreaterThanOrEqualTo(BEFORE_SAVEPOINT);
        assertThat(before.size() + results.size()).isEqualTo(TRANSFERS);
        Map<Integer, Long> saved = balances(before);
        assertThat(saved).hasSize(ACCOUNTS);
        assertThat(
                        results.values().stream()
                                .flatMap(result -> result.updates().stream())
                                .map(StateUpdate::key)
                                .distinct())
                .hasSize(ACCOUNTS);
        Bank.checkConserved(Bank.replay(List.copyOf(results.values()), saved, ACCOUNTS));
    }

    /** What results have left behind, from how they were written down. */
    private static Map<Integer, Long> balances(List<String> lines) {
        Map<Integer, Long> balances = new HashMap<>();
        for (String line : lines.stream().sorted(comparing(UpgradeITCase::timestamp)).toList()) {
            Matcher update = UPDATE.matcher(line);
            while (update.find()) {
                balances.put(Integer.valueOf(update.group(1)), Long.valueOf(update.group(2)));
            }
        }
        return balances;
    }

    private static String timeOf(String line) {
        return line.substring(line.indexOf(' ') + 1);
    }

    private static String key(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    private static long timestamp(String line) {
        Matcher timestamp = TIMESTAMP.matcher(line);
        assertThat(timestamp.find()).as(line).isTrue();
        return Long.parseLong(timestamp.group(1));
    }

    /** Not a test: writes the fixtures of this build. */
    @Test
    @EnabledIfSystemProperty(named = WRITE, matches = ".+")
    void writeFixtures() throws Exception {
        JobClient job = start(2, new Configuration(), LOG, PACE);
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
        copy(directory.resolve(LOG), target.resolve(LOG));
        Files.write(target.resolve(SHOWN), shown);
    }

    private JobClient start(int parallelism, Configuration more, String log, int pace)
            throws Exception {
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        configuration.addAll(more);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, Backend.HEAP, configuration);
        DataStream<Transfer> transfers =
                Bank.pacedTransfers(environment, TRANSFERS, pace, ACCOUNTS)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Transfer>noWatermarks()
                                        .withTimestampAssigner(
                                                (transfer, before) -> transfer.id()));
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .returnInputs(ReturnedInputs.ABORTED)
                        .writeAheadLog(new FileLog(directory.resolve(log).toUri().toString()));
        DataStream<TransactionResult<Long>> results = Bank.settle(graph, transfers, Bank.BALANCE);
        Tap.open(results, test);
        Tap.open(Times.of(results), test + TIMES);
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
