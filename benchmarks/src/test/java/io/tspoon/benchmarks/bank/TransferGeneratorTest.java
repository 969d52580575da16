/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class TransferGeneratorTest {
    @Test
    void subtasksShareTheLimit() {
        Load load = Load.bounded(10, 7, 1);

        assertThat(load.limitOf(0, 2)).isEqualTo(4);
        assertThat(load.limitOf(1, 2)).isEqualTo(3);
    }

    @Test
    void transfersAreTheSameForTheSameSubtaskOnly() {
        Load load = Load.bounded(1000, 100, 1);

        assertThat(all(load, 0)).isEqualTo(all(load, 0)).isNotEqualTo(all(load, 1));
    }

    @Test
    void nobodyPaysToThemselves() {
        assertThat(all(Load.bounded(2, 1000, 1), 0))
                .allMatch(transfer -> transfer.source() != transfer.destination())
                .allMatch(transfer -> transfer.source() < 2 && transfer.destination() < 2);
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
