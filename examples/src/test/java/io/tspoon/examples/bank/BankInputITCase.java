/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Inputs other than a good file. */
class BankInputITCase {
    @TempDir Path directory;

    @Test
    void malformedLinesGoToTheRejectFileAndStopNothing() throws IOException {
        Path input =
                Files.copy(Path.of("bank/sample-with-errors.csv"), directory.resolve("in.csv"));
        BankRun run = BankRun.with("--input=" + input, "--results=" + directory.resolve("out"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Malformed  2");
        assertThat(Files.readAllLines(directory.resolve("out"))).hasSize(18);
        assertThat(Files.readAllLines(directory.resolve("in.csv.rejects")))
                .containsExactly(
                        "line,reason,text",
                        "8,\"it has 7 columns, the first line has 6\","
                                + "\"7007,1013,,1018,12,50,insurance\"",
                        "14,payer is empty,\"7013,,,1016,191.17,\"");
    }

    @Test
    void sampleShipsWithTheJob() throws IOException {
        BankRun run = BankRun.with("--results=" + directory.resolve("out"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Files.readAllLines(directory.resolve("out"))).hasSize(300);
    }

    @Test
    void standardInputIsReadToItsEnd() throws IOException {
        Path rejects = directory.resolve("rejects");
        BankRun run =
                piped(
                        """
                        {"id": 1, "payer": "a", "payee": "b", "amount": 7.5}
                        {"id": 2, "payer": "b", "payee": "c", "amount": "17.51"}
                        {"id": 3, "payer": "b", "payee_bank": "XY", "payee": "c", "amount": "17.50"}
                        {"id": 4}
                        """
                                .getBytes(StandardCharsets.UTF_8),
                        "--parallelism=1",
                        "--opening-balance=10",
                        "--rejects=" + rejects,
                        "--balances=" + directory.resolve("balances"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("2 committed, 1 aborted").contains("Malformed  1");
        assertThat(directory.resolve("balances"))
                .hasContent("account,bank,balance\na,,2.50\nb,,0.00\nc,,10.00\nc,XY,17.50\n");
        assertThat(rejects).content().contains("4,payer is no text or number");
    }

    /** Decoded leniently, all umlauts are one character, and three customers one account. */
    @Test
    void namesOfAnotherEncodingAreNobodysAccount() throws IOException {
        String text =
                "id;payer;payee;amount\r\n"
                        + "7001;Müller;Lager;100.00\r\n"
                        + "7002;Möller;Lager;50.00\r\n"
                        + "7003;Müller;Möller;25.00\r\n"
                        + "7004;Mäller;Lager;10.00\r\n";
        Path input =
                Files.writeString(directory.resolve("in.csv"), text, StandardCharsets.ISO_8859_1);
        Path balances = directory.resolve("balances");
        String[] options = {"--input=" + input, "--opening-balance=200", "--balances=" + balances};

        BankRun refused = BankRun.with(options);
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(4);
        assertThat(lastLine(refused)).isEqualTo("REJECTED: nothing could be read, malformed=4.");
        assertThat(Files.readString(directory.resolve("in.csv.rejects")))
                .contains("2,\"it is not UTF-8 at byte 7, is it another --encoding?\"")
                .contains("7001;M\\xfcller;Lager;100.00");

        BankRun read = BankRun.with(options[0], options[1], options[2], "--encoding=windows-1252");
        assertThat(read.exitCode()).as(read.toString()).isZero();
        assertThat(lastLine(read)).startsWith("Sound: money is conserved");
        assertThat(balances)
                .content(StandardCharsets.UTF_8)
                .contains("Mäller,,190.00\n", "Möller,,175.00\n", "Müller,,75.00\n");
    }

    @Test
    void aPipeWithoutColumnsIsRejected() throws IOException {
        BankRun run =
                piped(
                        "\"Stand\";\"1.000,00 EUR\"\nid;payer;payee;amount\n1;a;b;1\n"
                                .getBytes(StandardCharsets.UTF_8));
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(4);
        assertThat(lastLine(run))
                .startsWith("REJECTED: line 1 neither names the columns nor is an order")
                .endsWith(
                        "Remove lines before the header. If line 1 is the header, say with"
                                + " --columns what its names are.");
    }

    @Test
    void anEmptyFileIsRejected() throws IOException {
        Path input = Files.writeString(directory.resolve("in.csv"), "id,payer,payee,amount\n");
        BankRun run = BankRun.with("--input=" + input);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(4);
        assertThat(lastLine(run)).isEqualTo("REJECTED: the input has no line to execute.");
    }

    private static BankRun piped(byte[] input, String... options) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input));
        try {
            return BankRun.with(
                    Stream.concat(Stream.of("--input=-"), Arrays.stream(options))
                            .toArray(String[]::new));
        } finally {
            System.setIn(before);
        }
    }

    private static String lastLine(BankRun run) {
        return run.out().lines().reduce("", (before, last) -> last);
    }

    @Test
    void generatedOrdersEndAfterTheirCount() {
        BankRun run = BankRun.with("--generate=0", "--count=5000", "--accounts=20");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Orders     5,000").contains("Accounts   20");
    }
}
