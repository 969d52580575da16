/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Whose files a process copies. */
class PeersTest {
    @Test
    void nextOneElsewhereIsCopied() {
        assertThat(Peers.of(List.of(1), 4, 1)).containsExactly(2);
        assertThat(Peers.of(List.of(3), 4, 2)).containsExactly(0, 1);
        assertThat(Peers.of(List.of(0, 1), 4, 1)).containsExactly(2, 3);
        assertThat(Peers.of(List.of(0, 2), 4, 1)).containsExactly(1, 3);
        assertThat(Peers.of(List.of(0, 3), 6, 1)).containsExactly(1, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void nothingOfTheProcessItselfIsCopied(int copies) {
        assertThat(Peers.of(List.of(0, 1, 2), 3, copies)).isEmpty();
        assertThat(Peers.of(List.of(), 3, copies)).isEmpty();
        assertThat(Peers.of(List.of(0), 1, copies)).isEmpty();
    }

    /** Slots are filled process by process, or in turn. */
    @ParameterizedTest
    @CsvSource({"2,1", "2,4", "3,2", "4,3", "5,1"})
    void eachSubtaskHasAsManyCopiesAsAreWanted(int processes, int slots) {
        for (int copies = 1; copies < processes; copies++) {
            assertThat(copies(processes, slots, copies, true)).containsOnly(copies);
            assertThat(copies(processes, slots, copies, false)).containsOnly(copies);
        }
    }

    private static Collection<Integer> copies(
            int processes, int slots, int copies, boolean isInTurn) {
        int parallelism = processes * slots;
        Map<Integer, Integer> found = new HashMap<>();
        for (int process = 0; process < processes; process++) {
            int own = process;
            List<Integer> here =
                    IntStream.range(0, parallelism)
                            .filter(each -> own == (isInTurn ? each % processes : each / slots))
                            .boxed()
                            .toList();
            Peers.of(here, parallelism, copies).forEach(each -> found.merge(each, 1, Integer::sum));
        }
        assertThat(found).hasSize(parallelism);
        return found.values();
    }
}
