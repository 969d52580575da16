/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FlushFrame;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands on a log as a job leaves it: two parts, a restart, a torn tail. */
class LogToolITCase {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path root;

    private SampleLog log;

    @BeforeEach
    void writeLog() throws IOException {
        log = new SampleLog(root);
        log.write();
    }

    @Test
    void dumpPrintsALineForEachTransaction() throws IOException {
        assertThat(run("dump", root.toString())).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4 * SampleLog.TRANSACTIONS);
        assertThat(lines.get(0))
                .isEqualTo(
                        "{\"graph\":\"bank\",\"part\":0,\"id\":0,\"ts\":0,\"outcome\":\"committed\",\"key\":\"order"
                            + " 0\",\"attempts\":2,\"updates\":[{\"state\":\"accounts\","
                            + "\"key\":\"c3a46e6e6368656e\",\"keyText\":\"ännchen\","
                            + "\"value\":\"0000000000000007\"},"
                            + "{\"state\":\"accounts\",\"key\":\"00\",\"deleted\":true}],"
                            + "\"reasons\":[],"
                            + "\"emitted\":[{\"element\":\"646f6e65\",\"elementText\":\"done\"}]}");
        JsonNode aborted = new ObjectMapper().readTree(lines.get(9));
        assertThat(aborted.get("outcome").asText()).isEqualTo("aborted");
        assertThat(aborted.get("reasons").get(0).get("rule").asText()).isEqualTo("min");
    }

    @Test
    void dumpIsNarrowed() {
        assertThat(run("dump", "--from-ts", "10500", "--limit", "3", root + "/bank/1")).isZero();
        assertThat(out.toString().lines())
                .hasSize(3)
                .element(0)
                .asString()
                .contains("\"part\":1,\"id\":1050,");

        out.getBuffer().setLength(0);
        assertThat(run("dump", "--key", "order 7", root + "/bank")).isZero();
        assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.contains("order 7"));
    }

    @Test
    void verifyCountsWhatIsThere() throws IOException {
        Path torn = log.segment(0, 1);
        byte[] bytes = Files.readAllBytes(torn);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 5);
        longer[longer.length - 1] = 1;
        Files.write(torn, longer);

        assertThat(run("verify", root.toString())).isZero();

        assertThat(out.toString())
                .startsWith("4 files, ")
                .contains(" 400 records, 5 torn bytes")
                .endsWith(String.format("intact%n"));
    }

    @Test
    void verifyNamesFileAndOffsetOfDamage() throws IOException {
        Path damaged = log.segment(1, 2);
        log.damage(1, 2);

        assertThat(run("verify", root.toString())).isEqualTo(1);

        assertThat(err.toString()).contains("file=").contains(damaged + ", offset=0");
        assertThat(out.toString()).contains(" 300 records").contains("damaged parts: 1");
        assertThat(run("dump", damaged.toString())).isEqualTo(1);
        assertThat(run("verify", log.segment(1, 1).toString())).isZero();
    }

    @Test
    void verifyGoesOnBehindDamage() throws IOException {
        for (int sequence = 1; sequence <= 2; sequence++) {
            log.damage(sequence - 1, sequence);
        }

        assertThat(run("verify", root.toString())).isEqualTo(1);

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains(log.segment(0, 1) + ", offset=0"),
                        second -> assertThat(second).contains(log.segment(1, 2) + ", offset=0"));
        assertThat(out.toString()).contains(" 200 records").contains("damaged parts: 2");
    }

    /** Written so: all checksums are right. */
    @ParameterizedTest
    @ValueSource(strings = {"dump", "verify", "stat"})
    void everyCommandSaysWhereARecordHoldsNoTransaction(String command) throws IOException {
        LogRecords records = new LogRecords();
        try (LogWriter writer = log.openWriter(2)) {
            writer.roll(SampleLog.header(2).encode());
            records.begin().writeLong(7);
            records.end();
            records.begin().writeInt(7); // neither a mark nor a transaction
            records.end();
            writer.append(1, records.array(), records.length());
        }

        assertThat(run(command, root.toString())).isEqualTo(1);

        int offset = FlushFrame.PREFIX_BYTES + SampleLog.header(2).encode().length;
        assertThat(err.toString())
                .startsWith("[TSP-3111] Cannot read log: an entry holds something else, file=")
                .contains(log.segment(2, 1) + ", offset=" + offset + ". It was written so");
    }

    @Test
    void statPrintsALineForEachPart() throws IOException {
        assertThat(run("stat", root.toString())).isZero();

        long size = Files.size(log.segment(1, 1)) + Files.size(log.segment(1, 2));
        assertThat(out.toString().lines().skip(1))
                .hasSize(2)
                .element(1)
                .isEqualTo(root + "/bank/1\t2\t" + size + "\t200\t0\t10990");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "dump", "verify", "heal x", "dump x --limit many", "stat a b"})
    void wrongOptionsEndWithCodeTwo(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isNotEmpty();
    }

    @Test
    void missingLogEndsWithCodeOne() {
        assertThat(run("verify", root + "/nothing")).isEqualTo(1);
        assertThat(err.toString()).contains("Cannot find log: no segments, path=");
    }

    private int run(String... args) {
        return LogTool.run(out, err, args);
    }
}
