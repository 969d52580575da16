/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Every run of the job equals a serial run in the order of its timestamps. */
class BankJobITCase {
    /** A day of a bank's payment orders, where the project's data directory has it. */
    private static final Path REAL = Path.of("../../shared/data/payment-orders.tsv");

    private static final Path SAMPLE = Path.of("bank/sample-orders.csv");
    private static final String OPENING = "1000.00";

    @TempDir Path directory;
    private Path input;
    private Map<String, SerialReplay.Order> orders;

    @BeforeEach
    void copyInput() throws IOException {
        Path source = Files.exists(REAL) ? REAL : SAMPLE;
        input = Files.copy(source, directory.resolve("orders"));
        orders = new LinkedHashMap<>();
        int headerLines = source.equals(SAMPLE) ? 1 : 0;
        for (String line : Files.readAllLines(input).stream().skip(headerLines).toList()) {
            String[] values = line.split("[,\t]", -1);
            String bank = values[2].isEmpty() ? "" : values[2] + ":";
            orders.put(
                    values[0],
                    new SerialReplay.Order(
                            values[0], values[1], bank + values[3], new BigDecimal(values[4])));
        }
    }

    @ParameterizedTest
    @CsvSource({"LB, 1", "LB, 2", "LB, 4", "TB, 1", "TB, 2", "TB, 4", "DT, 4"})
    void runEqualsASerialRun(String mechanism, int parallelism) throws IOException {
        List<String> ids = runAndReplay("PL3", mechanism, parallelism);

        if (mechanism.equals("LB") && parallelism == 1) {
            assertThat(ids).containsExactlyElementsOf(orders.keySet());
        }
    }

    @ParameterizedTest
    @CsvSource({"LB, 1", "LB, 2", "LB, 4", "TB, 1", "TB, 2", "TB, 4", "DT, 2"})
    void runAtPl4EqualsASerialRunInTheOrderOfTheFile(String mechanism, int parallelism)
            throws IOException {
        List<String> ids = runAndReplay("PL4", mechanism, parallelism);

        assertThat(ids).containsExactlyElementsOf(orders.keySet());
    }

    @ParameterizedTest
    @CsvSource({"PL3, TB", "PL4, DT"})
    void runWithALogEqualsASerialRun(String level, String mechanism) throws IOException {
        Path log = directory.resolve("log");

        runAndReplay(level, mechanism, 2, "--durability=LOG", "--log=" + log);

        assertThat(log).isDirectoryRecursivelyContaining("glob:**/bank/**");
    }

    /** Gives the ids of orders in the serial order of the run. */
    private List<String> runAndReplay(
            String level, String mechanism, int parallelism, String... more) throws IOException {
        Path resultsFile = directory.resolve("results.jsonl");
        Path balancesFile = directory.resolve("balances.csv");
        BankRun run =
                BankRun.with(
                        Stream.concat(
                                        Stream.of(
                                                "--input=" + input,
                                                "--opening-balance=" + OPENING,
                                                "--isolation=" + level,
                                                "--concurrency-control=" + mechanism,
                                                "--parallelism=" + parallelism,
                                                "--results=" + resultsFile,
                                                "--balances=" + balancesFile),
                                        Stream.of(more))
                                .toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Sound: money is conserved");

        List<JsonNode> results = byTimestamp(resultsFile);
        List<String> ids = results.stream().map(result -> result.get("id").asText()).toList();
        assertThat(ids).containsExactlyInAnyOrderElementsOf(orders.keySet());
        assertThat(results.stream().map(result -> result.get("timestamp").asLong()))
                .doesNotHaveDuplicates();

        SerialReplay replay = new SerialReplay(OPENING);
        for (JsonNode result : results) {
            String outcome = replay.execute(orders.get(result.get("id").asText()));
            assertThat(result.get("outcome").asText()).as(result.toString()).isEqualTo(outcome);
            assertThat(result.has("reason")).isEqualTo(outcome.equals("ABORTED"));
            int attempts = result.get("attempts").asInt();
            assertThat(attempts).isPositive();
            boolean inEntryOrder = level.equals("PL4") || mechanism.equals("DT");
            assertThat(inEntryOrder && attempts > 1).as(result.toString()).isFalse();
        }
        assertThat(outcomes(results)).contains("COMMITTED", "ABORTED");
        checkBalances(balances(balancesFile), replay.balances());
        assertThat(Path.of(input + ".rejects")).doesNotExist();
        return ids;
    }

    private static void checkBalances(
            Map<String, BigDecimal> actual, Map<String, BigDecimal> expected) {
        assertThat(actual).isEqualTo(expected);
        assertThat(actual.values()).allMatch(balance -> balance.signum() >= 0);
        long payers = actual.keySet().stream().filter(name -> !name.contains(":")).count();
        assertThat(actual.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add))
                .isEqualByComparingTo(new BigDecimal(OPENING).multiply(BigDecimal.valueOf(payers)));
    }

    private static List<String> outcomes(List<JsonNode> results) {
        return results.stream().map(result -> result.get("outcome").asText()).distinct().toList();
    }

    private static List<JsonNode> byTimestamp(Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> results = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            results.add(mapper.readTree(line));
        }
        results.sort(Comparator.comparingLong(result -> result.get("timestamp").asLong()));
        return results;
    }

    private static Map<String, BigDecimal> balances(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("account,bank,balance");
        Map<String, BigDecimal> balances = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split(",");
            String bank = values[1].isEmpty() ? "" : values[1] + ":";
            assertThat(balances.put(bank + values[0], new BigDecimal(values[2]))).isNull();
        }
        return balances;
    }
}
