/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpeningBalancesTest {
    @TempDir Path directory;

    @Test
    void oneAmountIsForAccountsOfThisBank() {
        OpeningBalances openings = OpeningBalances.parse("12.50");
        assertThat(openings.of("17")).isEqualTo(1250);
        assertThat(openings.of("YZ:17")).isZero();
    }

    @Test
    void fileListsAccountsAndTheRestOpensWithNothing() throws IOException {
        OpeningBalances openings =
                OpeningBalances.parse(file("account,balance\n17, 12.50\nYZ:17,3\n"));
        assertThat(openings.of("17")).isEqualTo(1250);
        assertThat(openings.of("YZ:17")).isEqualTo(300);
        assertThat(openings.of("18")).isZero();
    }

    @Test
    void headerIsNotNeeded() throws IOException {
        assertThat(OpeningBalances.parse(file("17,12.50\n")).of("17")).isEqualTo(1250);
    }

    @Test
    void wrongRecordIsNamed() throws IOException {
        String file = file("17,12.50\n18\n");
        assertThatThrownBy(() -> OpeningBalances.parse(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("record 2: it must be: account,amount");
    }

    @Test
    void negativeBalanceIsRefused() {
        assertThatThrownBy(() -> OpeningBalances.parse("-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("amount is negative");
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("openings.csv"), text).toString();
    }
}
