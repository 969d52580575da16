/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpeningBalancesTest {
    @TempDir Path directory;

    @Test
    void oneAmountIsForAccountsOfThisBank() {
        OpeningBalances openings = parse("12.50");
        assertThat(openings.of(Account.here("17"))).isEqualTo(1250);
        assertThat(openings.of(new Account("YZ", "17"))).isZero();
        assertThat(openings.of(Account.here("YZ:17"))).isEqualTo(1250);
    }

    @Test
    void fileListsAccountsAndTheRestOpensWithNothing() throws IOException {
        OpeningBalances openings =
                parse(file("account,bank,balance\n17,, 12.50\n17,YZ,3\nYZ:17,,4\n"));
        assertThat(openings.of(Account.here("17"))).isEqualTo(1250);
        assertThat(openings.of(new Account("YZ", "17"))).isEqualTo(300);
        assertThat(openings.of(Account.here("YZ:17"))).isEqualTo(400);
        assertThat(openings.of(Account.here("18"))).isZero();
    }

    @Test
    void headerIsNotNeeded() throws IOException {
        assertThat(parse(file("17,12.50\n")).of(Account.here("17"))).isEqualTo(1250);
        assertThat(parse(file("\uFEFF17,12.50\n")).of(Account.here("17"))).isEqualTo(1250);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'name,sum\n17,1' | line 1: amount is not a number such as 245.20: sum",
                "'17,1\n,1' | line 2: account is empty",
                "'17,1\n17,2' | an account is there twice, account=Account[bank=, number=17]",
                "'17,1\naccount,amount' | line 2: amount is not a number such as 245.20: amount",
                "'17' | line 1: it must be: account,amount or account,bank,amount",
                "'' | the file lists no account",
                "'account,amount\n' | the file lists no account"
            })
    void nothingIsGuessed(String text, String problem) throws IOException {
        String file = file(text.replace("\\n", "\n"));
        assertThatThrownBy(() -> parse(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void bytesOfAnotherEncodingAreRefused() throws IOException {
        String file = file("");
        Files.write(Path.of(file), "M\u00fcller,1\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> parse(file))
                .hasMessage("line 1: it is not UTF-8 at byte 2, is it another --encoding?");
        assertThat(
                        OpeningBalances.parse(file, StandardCharsets.ISO_8859_1)
                                .of(Account.here("M\u00fcller")))
                .isEqualTo(100);
    }

    @Test
    void wrongRecordIsNamed() throws IOException {
        String file = file("17,12.50\n18\n");
        assertThatThrownBy(() -> parse(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("line 2: it must be: account,amount or account,bank,amount");
    }

    @Test
    void negativeBalanceIsRefused() {
        assertThatThrownBy(() -> parse("-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("amount is negative");
    }

    private static OpeningBalances parse(String option) {
        return OpeningBalances.parse(option, StandardCharsets.UTF_8);
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("openings.csv"), text).toString();
    }
}
