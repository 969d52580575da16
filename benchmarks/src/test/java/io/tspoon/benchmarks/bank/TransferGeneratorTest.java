/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.Mix;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class TransferGeneratorTest {
    @Test
    void subtasksShareTheLimit() {
        Load load = Load.bounded(10, 7, Mix.TRANSFERS, 1);

        assertThat(load.limitOf(0, 2)).isEqualTo(4);
        assertThat(load.limitOf(1, 2)).isEqualTo(3);
    }

    @Test
    void transfersAreTheSameForTheSameSubtaskOnly() {
        Load load = Load.bounded(1000, 100, Mix.TRANSFERS, 1);

        assertThat(all(load, 0)).isEqualTo(all(load, 0)).isNotEqualTo(all(load, 1));
    }

    @Test
    void nobodyPaysToThemselves() {
        assertThat(all(Load.bounded(2, 1000, Mix.TRANSFERS, 1), 0))
                .allMatch(transfer -> transfer.source() != transfer.destination())
                .allMatch(transfer -> transfer.source() < 2 && transfer.destination() < 2);
    }

    @Test
    void sharesDecideWhatIsAskedFor() {
        List<Transfer> single = all(Load.bounded(100, 1000, new Mix(1, 0), 1), 0);
        List<Transfer> impossible = all(Load.bounded(100, 1000, new Mix(0, 1), 1), 0);
        List<Transfer> mixed = all(Load.bounded(100, 1000, new Mix(0.5, 0), 1), 0);

        assertThat(single).allMatch(TransferGeneratorTest::isSingle);
        assertThat(single)
                .filteredOn(one -> one.source() == Transfer.NOBODY)
                .hasSizeBetween(1, 499);
        assertThat(mixed).filteredOn(TransferGeneratorTest::isSingle).hasSizeBetween(150, 350);
        assertThat(impossible)
                .allMatch(one -> one.amount() == TransferGenerator.IMPOSSIBLE_AMOUNT)
                .noneMatch(TransferGeneratorTest::isSingle);
    }

    private static boolean isSingle(Transfer one) {
        return (one.source() == Transfer.NOBODY) != (one.destination() == Transfer.NOBODY);
    }

    private static List<Transfer> all(Load load, int subtask) {
        TransferGenerator generator = new TransferGenerator(load, subtask, 2);
        List<Transfer> transfers = new ArrayList<>();
        while (generator.hasNext()) {
            transfers.add(generator.next(0));
        }
        return transfers;
    }
}
