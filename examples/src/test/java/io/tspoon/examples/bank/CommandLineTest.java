/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.Charset;
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
                "--durability LOG | Cannot log transactions: --durability LOG and --log belong",
                "--log x | Cannot log transactions: --durability LOG and --log belong together",
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
                "--encoding x | Cannot run bank: Invalid value for option '--encoding'",
                "--encoding JISAutoDetect --input pom.xml | Cannot read text: Java only guesses",
                "--max-rejected 101 | Cannot judge input: there is no such percentage",
                "--kafka x:1 --encoding UTF-8 | Cannot decode messages: they are JSON in UTF-8",
                "--columns id=1,id=2 | Cannot read --columns: a field is named twice, field=id",
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id,payer,payee,sum | UTF-8 | no column for amount, firstLine=[id, payer, payee,"
                        + " sum]",
                "id,payer,payee,amount,fee | UTF-8 | unknown columns, columns=[fee]",
                "Konto;DE00 | UTF-8 | line 1 neither names the columns nor is an order",
                "id,payer,payee,amount | UTF-16 | it begins with the byte order mark of UTF-16,"
                        + " encoding=UTF-8",
                "id,payer,payee,amount | UTF-16LE | its first line has a NUL byte, encoding=UTF-8"
            })
    void inputThatWouldBeGuessedIsRefusedBeforeTheJobStarts(
            String firstLine, String encoding, String problem) throws IOException {
        Path input = directory.resolve("in.csv");
        Files.writeString(input, firstLine + "\n1,a,b,1\n", Charset.forName(encoding));
        BankRun run = BankRun.with("--input", input.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("Cannot read orders: " + problem);
    }

    @Test
    void inputIsNeverOverwritten() throws IOException {
        Path input = Files.writeString(directory.resolve("in.csv"), "1,2,3,4\n");
        BankRun run = BankRun.with("--input", input.toString(), "--results", input.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(input).hasContent("1,2,3,4\n");
    }
}
