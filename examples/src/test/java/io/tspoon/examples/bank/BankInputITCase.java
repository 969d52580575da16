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
        InputStream before = System.in;
        System.setIn(
                new ByteArrayInputStream(
                        """
                        {"id": 1, "payer": "a", "payee": "b", "amount": 7.5}
                        {"id": 2, "payer": "b", "payee": "c", "amount": "17.51"}
                        {"id": 3, "payer": "b", "payee": "XY:c", "amount": "17.50"}
                        {"id": 4}
                        """
                                .getBytes(StandardCharsets.UTF_8)));
        BankRun run;
        try {
            run =
                    BankRun.with(
                            "--input=-",
                            "--parallelism=1",
                            "--opening-balance=10",
                            "--rejects=" + rejects,
                            "--balances=" + directory.resolve("balances"));
        } finally {
            System.setIn(before);
        }
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("2 committed, 1 aborted").contains("Malformed  1");
        assertThat(directory.resolve("balances"))
                .hasContent("account,balance\na,2.50\nb,0.00\nc,10.00\nXY:c,17.50\n");
        assertThat(rejects).content().contains("4,payer is no text or number");
    }

    @Test
    void generatedOrdersEndAfterTheirCount() {
        BankRun run = BankRun.with("--generate=0", "--count=5000", "--accounts=20");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Orders     5,000").contains("Accounts   20");
    }
}
