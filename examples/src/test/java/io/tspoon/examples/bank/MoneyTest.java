/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MoneyTest {
    @ParameterizedTest
    @CsvSource({
        "245.20, 24520",
        "245.2, 24520",
        "245, 24500",
        "007, 700",
        ".10, 10",
        "0.01, 1",
        "0, 0",
        "1.500, 150",
        "-3.07, -307",
        "999999999999.99, 99999999999999"
    })
    void amountsAreReadExactly(String text, long minorUnits) {
        assertThat(Money.parse(text)).isEqualTo(minorUnits);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 1",
                "1,50",
                "1.234",
                "1e3",
                "0x10",
                "+1",
                "--1",
                "1.",
                ".",
                "NaN",
                "١٢",
                "1000000000000",
                "12 345",
                "1.00 CZK"
            })
    void whatIsNoAmountIsRefused(String text) {
        assertThatThrownBy(() -> Money.parse(text)).isInstanceOf(NumberFormatException.class);
    }

    /** As JSON may have them; what is shown by its message must not be written out. */
    @ParameterizedTest
    @ValueSource(strings = {"1000e2147483644", "1e2147483647", "1e-2147483647", "1e12"})
    void numbersWithHugeExponentsAreRefused(String number) {
        assertThatThrownBy(() -> Money.of(new BigDecimal(number)))
                .isInstanceOf(NumberFormatException.class)
                .message()
                .hasSizeLessThan(100);
    }

    @Test
    void longTextIsRefusedUnread() {
        assertThatThrownBy(() -> Money.parse("1".repeat(1_000_000)))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("amount is longer than 40 characters");
    }

    @Test
    void hugeExponentIsRefused() {
        assertThatThrownBy(() -> Money.of(new BigDecimal("1e400000000")))
                .isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> Money.of(new BigDecimal("1e-400000000")))
                .isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"24520, 245.20", "7, 0.07", "-7, -0.07", "-12345, -123.45", "0, 0.00"})
    void amountsAreWrittenWithTwoDecimals(long minorUnits, String text) {
        assertThat(Money.format(minorUnits)).isEqualTo(text);
        assertThat(Money.parse(text)).isEqualTo(minorUnits);
    }
}
