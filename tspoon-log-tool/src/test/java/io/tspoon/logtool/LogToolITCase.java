/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLog;
import io.tspoon.log.FlushFrame;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogHeader.Identification;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands on a log as a job leaves it: two parts, a restart, a torn tail. */
class LogToolITCase {
    private static final int TRANSACTIONS = 100;

    private final LogRecords records = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(records);
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path root;

    @BeforeEach
    void writeLog() throws IOException {
        FileLog log = new FileLog(root.toUri().toString());
        for (int part = 0; part < 2; part++) {
            for (int run = 0; run < 2; run++) {
                try (LogWriter writer = log.openWriter("bank", part, failure -> {})) {
                    writer.roll(header(part).encode());
                    for (int i = 0; i < TRANSACTIONS; i++) {
                        append(writer, 1_000 * run + i);
                    }
                }
            }
        }
    }

    private static LogHeader header(int part) throws IOException {
        return new LogHeader(
                "bank",
                part,
                "job",
                Beginning.RUN,
                0,
                "",
                0,
                Identification.KEY,
                List.of(),
                List.of(
                        new LoggedState(
                                "accounts",
                                LoggedSerializer.of(StringSerializer.INSTANCE),
                                LoggedSerializer.of(LongSerializer.INSTANCE))),
                LoggedSerializer.of(StringSerializer.INSTANCE));
    }

    private void append(LogWriter writer, long number) throws IOException {
        boolean aborted = number % 10 == 9;
        records.clear();
        DataOutputSerializer bytes =
                encoder.begin(
                        number,
                        10 * number,
                        aborted ? Outcome.ABORTED : Outcome.COMMITTED,
                        2,
                        "order " + number,
                        0,
                        0);
        encoder.reasons(
                aborted
                        ? List.of(
                                new AbortReason(
                                        AbortReason.Kind.CONSTRAINT, "accounts", "a", "min", ""))
                        : List.of());
        encoder.updates(aborted ? 0 : 2);
        if (!aborted) {
            encoder.beginUpdate(0, false);
            bytes.write("ännchen".getBytes(StandardCharsets.UTF_8));
            encoder.endKey();
            bytes.writeLong(7);
            encoder.endValue();
            encoder.beginUpdate(0, true);
            bytes.writeByte(0);
            encoder.endKey();
        }
        encoder.elements(aborted ? 0 : 1);
        if (!aborted) {
            encoder.beginElement();
            bytes.write("done".getBytes(StandardCharsets.UTF_8));
            encoder.endElement();
        }
        encoder.end();
        writer.append(number, records.array(), records.length());
    }

    @Test
    void dumpPrintsALineForEachTransaction() throws IOException {
        assertThat(run("dump", root.toString())).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4 * TRANSACTIONS);
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
        Path torn = segment(0, 1);
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
        Path damaged = segment(1, 2);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[30]++;
        Files.write(damaged, bytes);

        assertThat(run("verify", root.toString())).isEqualTo(1);

        assertThat(err.toString()).contains("file=").contains(damaged + ", offset=0");
        assertThat(out.toString()).contains(" 300 records").contains("damaged parts: 1");
        assertThat(run("dump", damaged.toString())).isEqualTo(1);
        assertThat(run("verify", segment(1, 1).toString())).isZero();
    }

    @Test
    void verifyGoesOnBehindDamage() throws IOException {
        for (int sequence = 1; sequence <= 2; sequence++) {
            Path damaged = segment(sequence - 1, sequence);
            byte[] bytes = Files.readAllBytes(damaged);
            bytes[30]++;
            Files.write(damaged, bytes);
        }

        assertThat(run("verify", root.toString())).isEqualTo(1);

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains(segment(0, 1) + ", offset=0"),
                        second -> assertThat(second).contains(segment(1, 2) + ", offset=0"));
        assertThat(out.toString()).contains(" 200 records").contains("damaged parts: 2");
    }

    /** Written so: all checksums are right. */
    @ParameterizedTest
    @ValueSource(strings = {"dump", "verify", "stat"})
    void everyCommandSaysWhereARecordHoldsNoTransaction(String command) throws IOException {
        try (LogWriter writer =
                new FileLog(root.toUri().toString()).openWriter("bank", 2, failure -> {})) {
            writer.roll(header(2).encode());
            records.clear();
            records.begin().writeBytes("none");
            records.end();
            writer.append(1, records.array(), records.length());
        }

        assertThat(run(command, root.toString())).isEqualTo(1);

        int offset = FlushFrame.PREFIX_BYTES + header(2).encode().length;
        assertThat(err.toString())
                .startsWith("Cannot read log: an entry holds something else, file=")
                .contains(segment(2, 1) + ", offset=" + offset + ". It was written so");
    }

    @Test
    void statPrintsALineForEachPart() throws IOException {
        assertThat(run("stat", root.toString())).isZero();

        long size = Files.size(segment(1, 1)) + Files.size(segment(1, 2));
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
        return LogTool.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    private Path segment(int part, int sequence) {
        return root.resolve(String.format("bank/%d/%020d.log", part, sequence));
    }
}
