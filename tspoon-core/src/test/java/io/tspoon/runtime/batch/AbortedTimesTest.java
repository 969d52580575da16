/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import org.junit.jupiter.api.Test;

import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

class AbortedTimesTest {
    private final AbortedTimes times = new AbortedTimes();

    private void add(long... added) {
        LongStream.of(added).forEach(times::add);
        times.join();
    }

    @Test
    void timesThatTouchAreOneRange() {
        add(5, 3, 9, 4, 3, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1);
        add(10, 11);
        assertThat(times.toNumbers())
                .containsExactly(
                        Long.MIN_VALUE,
                        Long.MIN_VALUE,
                        3,
                        5,
                        9,
                        11,
                        Long.MAX_VALUE - 1,
                        Long.MAX_VALUE);
    }

    @Test
    void watermarkRemovesWhatIsUpToIt() {
        add(3, 4, 5, 9);
        assertThat(times.hasUpTo(2)).isFalse();
        assertThat(times.hasUpTo(4)).isTrue();
        times.removeUpTo(4);
        assertThat(times.toNumbers()).containsExactly(5, 5, 9, 9);
        times.removeUpTo(9);
        assertThat(times.isEmpty()).isTrue();
    }

    @Test
    void closestBecomeOneIfThereAreTooMany() {
        int most = AbortedTimes.MAX_RANGES;
        add(LongStream.range(0, most).map(i -> 10 * i).toArray());
        assertThat(times.toNumbers()).hasSize(2 * most);
        add(-1_000, 14, Long.MAX_VALUE);
        assertThat(times.toNumbers())
                .hasSize(2 * most)
                .startsWith(-1_000, -1_000, 0, 0, 10, 20, 30, 30)
                .endsWith(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    @Test
    void rangesAreKeptInSnapshots() {
        add(1, 2, 7);
        AbortedTimes restored = new AbortedTimes();
        restored.addNumbers(new long[] {99, 1, 2, 7, 7}, 1);
        restored.join();
        assertThat(restored.toNumbers()).isEqualTo(times.toNumbers()).containsExactly(1, 2, 7, 7);
    }
}
