/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import org.junit.jupiter.api.Test;

import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

class TransfersTest {
    private static final int COUNT = 2_000;

    @Test
    void transferDependsOnItsNumberAndTheSeedAlone() {
        Transfers transfers = new Transfers(1, 100);
        Transfers same = new Transfers(1, 100);
        Transfers other = new Transfers(2, 100);

        assertThat(transfers.numbered(1_234)).isEqualTo(same.numbered(1_234));
        assertThat(LongStream.range(0, 10).mapToObj(transfers::numbered))
                .isNotEqualTo(LongStream.range(0, 10).mapToObj(other::numbered).toList());
    }

    @Test
    void halfOfThemPayFromHotAccounts() {
        Transfers transfers = new Transfers(1, 100);

        assertThat(
                        LongStream.range(0, COUNT)
                                .mapToObj(transfers::numbered)
                                .filter(one -> one.payer() < 4)
                                .count())
                .isBetween(COUNT * 4L / 10, COUNT * 6L / 10);
    }

    @Test
    void nobodyPaysHimself() {
        Transfers transfers = new Transfers(1, 2);

        assertThat(LongStream.range(0, COUNT).mapToObj(transfers::numbered))
                .allMatch(one -> one.payer() != one.payee() && one.amount() > 0);
    }
}
