/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

class CommandLineTest {
    @TempDir Path directory;

    @Test
    void helpNamesTheOptions() {
        BankRun run = BankRun.with("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("--input", "--opening-balance", "--generate", "--isolation", "--results");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--paralelism 1 | Cannot run bank: Unknown option",
                "--parallelism x | Cannot run bank: Invalid value for option '--parallelism'",
                "--parallelism 0 | Cannot set parallelism: it is below 1",
                "--isolation PL9 | Cannot run bank: Invalid value for option '--isolation'",
                "--concurrency-control XB | Cannot run bank: Invalid value for option",
                "--input /no/such/file | Cannot read orders: no such file",
                "--input x --generate 5 | Cannot both read and generate orders",
                "--generate -1 | Cannot generate orders: the rate is no number from 0",
                "--generate 5 --count 0 | Cannot generate orders: there would be none",
                "--generate 5 --accounts 1 | Cannot generate orders: an order needs two accounts",
                "--generate 0 --seconds 1 | Cannot tell how many orders to generate",
                "--count 5 | Cannot stop early",
                "--opening-balance ten | Cannot read opening balances: neither a file nor",
                "--columns id | Cannot read --columns: not of the form field=column",
                "--columns nr=id | Cannot read --columns: no such field, field=nr",
                "--results /no/such/directory/file | Cannot write file: its directory is missing",
                "--produce | Cannot use --produce: it is for Kafka",
                "--kafka x:1 --input y | Cannot use both files and topics",
                "--kafka x:1 --generate 5 | Cannot both generate orders and read them",
                "--kafka x:1 --produce | Cannot write orders to Kafka: --produce needs --generate",
                "--kafka x:1 --produce --generate 5 | Cannot write orders to Kafka: there is no"
                        + " end",
                "--results a --balances a | Cannot write file: it is the input, or is written"
            })
    void wrongUseIsExplained(String options, String message) {
        BankRun run = BankRun.with(options.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith(message);
        assertThat(run.err().lines().filter(line -> line.startsWith("\tat"))).isEmpty();
    }

    @Test
    void missingColumnIsFoundBeforeTheJobStarts() throws IOException {
        Path input = Files.writeString(directory.resolve("in.csv"), "a,b,c,d\n1,2,3,4\n");
        BankRun run = BankRun.with("--input", input.toString(), "--columns", "id=nr");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("Cannot read orders: no column for id");
    }

    @Test
    void inputIsNeverOverwritten() throws IOException {
        Path input = Files.writeString(directory.resolve("in.csv"), "1,2,3,4\n");
        BankRun run = BankRun.with("--input", input.toString(), "--results", input.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(input).hasContent("1,2,3,4\n");
    }
}
