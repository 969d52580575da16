/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.history.Anomaly;
import io.tspoon.history.ObservedHistory;
import io.tspoon.history.ObservedHistory.VersionOrder;
import io.tspoon.history.ObservedTransaction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The histories that the job writes have the anomalies that their level allows, and no others. */
class HistoryJobITCase {
    private static final int TRANSACTIONS = 1_000;
    private static final int QUERIES = 1_200;
    private static final int CALLS = 200;

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "PL1, LB, 2, 2, 2",
        "PL2, LB, 100, 2, 2",
        "PL3, LB, 2, 2, 4",
        "PL3, LB, 10000, 1, 2",
        "PL4, LB, 2, 2, 4",
        "PL3, TB, 2, 2, 4",
        "PL3, TB, 100, 1, 4",
        "PL3, TB, 10000, 2, 2",
        "PL4, TB, 2, 2, 4",
        "PL4, TB, 10000, 1, 4",
        "PL4, DT, 2, 2, 4",
        "PL4, DT, 100, 1, 2"
    })
    void listsAreSerializable(String level, String mechanism, int keys, int states, int parallelism)
            throws IOException {
        List<ObservedTransaction> transactions =
                history(
                        level,
                        mechanism,
                        keys,
                        "--states=" + states,
                        "--parallelism=" + parallelism);

        checkSerializable(transactions, level, VersionOrder.INFERRED);
        checkSerializable(transactions, level, VersionOrder.BY_TIMESTAMP);
    }

    @ParameterizedTest
    @CsvSource({"PL3, TB, 2", "PL4, LB, 5"})
    void registersAreSerializable(String level, String mechanism, int keys) throws IOException {
        checkSerializable(
                history(level, mechanism, keys, "--workload=register"),
                level,
                VersionOrder.BY_TIMESTAMP);
    }

    @ParameterizedTest
    @CsvSource({"PL1, append", "PL2, append", "PL2, register"})
    void readCommittedLosesUpdatesButNothingWorse(String level, String workload)
            throws IOException {
        List<ObservedTransaction> transactions = history(level, "TB", 2, "--workload=" + workload);

        List<Anomaly> anomalies =
                new ObservedHistory(transactions, VersionOrder.BY_TIMESTAMP).anomalies();
        assertThat(anomalies)
                .extracting(Anomaly::kind)
                .contains(Anomaly.Kind.LOST_UPDATE)
                .noneMatch(Anomaly.Kind::isForbiddenAtPl2);
        if (workload.equals("append")) {
            assertThat(new ObservedHistory(transactions, VersionOrder.INFERRED).anomalies())
                    .extracting(Anomaly::kind)
                    .contains(Anomaly.Kind.LOST_UPDATE);
        }
    }

    @ParameterizedTest
    @CsvSource({"PL3, LB", "PL3, TB", "PL4, TB", "PL4, DT"})
    void failuresLeaveNoTrace(String level, String mechanism) throws IOException {
        List<ObservedTransaction> transactions =
                history(level, mechanism, 5, "--checkpoint-ms=100", "--fail-every=300");

        checkSerializable(transactions, level, VersionOrder.INFERRED);
    }

    @ParameterizedTest
    @CsvSource({"PL3, TB", "PL4, DT"})
    void loggedRunIsSerializable(String level, String mechanism) throws IOException {
        Path log = directory.resolve("log");

        checkSerializable(
                history(level, mechanism, 5, "--durability=LOG", "--log=" + log),
                level,
                VersionOrder.INFERRED);
        assertThat(log).isNotEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "PL3, LB, 5, snapshot",
        "PL3, TB, 5, fresh",
        "PL3, TB, 100, snapshot",
        "PL4, LB, 100, fresh",
        "PL4, TB, 5, snapshot",
        "PL4, DT, 5, snapshot"
    })
    void queriesTakePartInOneSerialOrder(
            String level, String mechanism, int keys, String consistency) throws IOException {
        List<ObservedTransaction> transactions =
                history(
                        level,
                        mechanism,
                        keys,
                        "--queries=" + QUERIES,
                        "--query-consistency=" + consistency);

        List<ObservedTransaction> queries =
                transactions.stream().filter(HistoryJobITCase::isQuery).toList();
        assertThat(queries).hasSizeGreaterThan(QUERIES / 2);
        assertThat(queries.stream().map(ObservedTransaction::timestamp).distinct())
                .hasSizeGreaterThan(10);
        for (VersionOrder order : List.of(VersionOrder.INFERRED, VersionOrder.BY_TIMESTAMP)) {
            assertThat(new ObservedHistory(transactions, order).anomalies()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"PL3, TB", "PL4, DT"})
    void freshQueriesKeepRealTime(String level, String mechanism) throws IOException {
        List<ObservedTransaction> transactions =
                history(
                        level,
                        mechanism,
                        5,
                        "--parallelism=1",
                        "--queries=" + QUERIES,
                        "--query-consistency=fresh");

        ObservedHistory history = new ObservedHistory(transactions, VersionOrder.INFERRED);
        assertThat(history.anomalies()).isEmpty();
        assertThat(history.breachesOfRealTime()).isEmpty();
    }

    /** Elements of the stream and calls, which some callers repeat, take part in one order. */
    @ParameterizedTest
    @CsvSource({"PL3, LB, 5", "PL3, TB, 2", "PL4, TB, 100", "PL4, DT, 5"})
    void callsAndStreamAreOneHistory(String level, String mechanism, int keys) throws IOException {
        List<ObservedTransaction> transactions =
                history(level, mechanism, keys, "--calls=" + CALLS);

        checkSerializable(transactions, level, VersionOrder.INFERRED);
        checkSerializable(transactions, level, VersionOrder.BY_TIMESTAMP);
    }

    /** Callers keep what they were answered, from a checkpoint or from the log. */
    @ParameterizedTest
    @CsvSource({"PL3, LB, false", "PL3, TB, true", "PL4, DT, false", "PL4, DT, true"})
    void answersToCallsOutliveFailures(String level, String mechanism, boolean logged)
            throws IOException {
        List<String> options =
                new ArrayList<>(
                        List.of("--calls=" + CALLS, "--checkpoint-ms=100", "--fail-every=300"));
        if (logged) {
            options.addAll(List.of("--durability=LOG", "--log=" + directory.resolve("log")));
        }
        List<ObservedTransaction> transactions =
                history(level, mechanism, 5, options.toArray(String[]::new));

        checkSerializable(transactions, level, VersionOrder.INFERRED);
    }

    @Test
    void callsKeepRealTimeAtOneCoordinator() throws IOException {
        List<ObservedTransaction> transactions =
                history("PL3", "TB", 5, "--parallelism=1", "--calls=" + CALLS);

        ObservedHistory history = new ObservedHistory(transactions, VersionOrder.INFERRED);
        assertThat(history.anomalies()).isEmpty();
        assertThat(history.breachesOfRealTime()).isEmpty();
    }

    private static boolean isQuery(ObservedTransaction transaction) {
        return transaction.id() == 0;
    }

    @Test
    void oneCoordinatorKeepsRealTime() throws IOException {
        List<ObservedTransaction> transactions = history("PL3", "TB", 5, "--parallelism=1");

        assertThat(new ObservedHistory(transactions, VersionOrder.INFERRED).breachesOfRealTime())
                .isEmpty();
    }

    private static void checkSerializable(
            List<ObservedTransaction> transactions, String level, VersionOrder order) {
        ObservedHistory history = new ObservedHistory(transactions, order);
        assertThat(history.anomalies()).isEmpty();
        if (level.equals("PL4")) {
            assertThat(history.breachesOfEntryOrder()).isEmpty();
        }
    }

    private List<ObservedTransaction> history(
            String level, String mechanism, int keys, String... more) throws IOException {
        Path file = directory.resolve("history.jsonl");
        String[] common = {
            "--isolation=" + level,
            "--concurrency-control=" + mechanism,
            "--transactions=" + TRANSACTIONS,
            "--keys=" + keys,
            "--seed=7",
            "--out=" + file
        };
        HistoryRun run =
                HistoryRun.with(
                        Stream.concat(Stream.of(common), Stream.of(more)).toArray(String[]::new));
        int random = TRANSACTIONS + (List.of(more).contains("--calls=" + CALLS) ? CALLS : 0);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith(random + 1 + " transactions");
        if (List.of(more).contains("--fail-every=300")) {
            assertThat(run.out()).doesNotContain("failures of the job 0");
        }
        List<ObservedTransaction> transactions = HistoryFile.read(file);
        List<ObservedTransaction> entered =
                transactions.stream().filter(one -> !isQuery(one)).toList();
        assertThat(entered).hasSize(random + 1);
        assertThat(entered).anyMatch(one -> !one.committed());
        ObservedTransaction last = entered.get(random);
        assertThat(last.steps()).hasSize(keys);
        assertThat(last.invokedAt())
                .isGreaterThan(
                        entered.stream()
                                .limit(random)
                                .map(ObservedTransaction::completedAt)
                                .max(Comparator.naturalOrder())
                                .orElseThrow());
        return transactions;
    }
}
