/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.read.KeyGroupLoad;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

class KeyGroupHeatTest {
    private static final int FIRST = 4;
    private static final int SIZE = 3;
    private static final Offset<Double> CLOSE = Offset.offset(1.0);

    private long nanos = -TimeUnit.HOURS.toNanos(1); // a clock may be negative

    private final KeyGroupHeat<Integer> heat =
            new KeyGroupHeat<>(Integer::intValue, FIRST, SIZE, () -> nanos);
    private final KeySample<Integer> sample = new KeySample<>(heat);

    @Test
    void loadsAreAccessesInASecond() {
        access(5, 610);
        access(6, 1_220);
        pass(10);
        assertThat(heat.loads()).extracting(KeyGroupLoad::group).containsExactly(5, 6);
        assertThat(heat.loads().get(0).accessesPerS()).isCloseTo(61, CLOSE);
        assertThat(heat.loads().get(1).accessesPerS()).isCloseTo(122, CLOSE);
        assertThat(heat.shareOfHottest()).isCloseTo(2.0 / 3, Offset.offset(0.01));
    }

    @Test
    void whatWasAccessedLongAgoDoesNotCount() {
        access(4, 61_000);
        pass(60);
        access(5, 6_100);
        pass(30);
        assertThat(heat.loads()).extracting(KeyGroupLoad::group).containsExactly(4, 5);
        pass(30);
        access(6, 6_100);
        pass(10);
        assertThat(heat.loads()).extracting(KeyGroupLoad::group).containsExactly(5, 6);
        assertThat(heat.loads().get(1).accessesPerS()).isCloseTo(6_100 / 70.0, CLOSE);
    }

    /** The load falls while nothing is accessed. */
    @Test
    void timeInWhichNothingIsAccessedCounts() {
        access(4, 6_100);
        pass(100);
        assertThat(heat.loads().get(0).accessesPerS()).isCloseTo(61, CLOSE);
        pass(20);
        assertThat(heat.loads()).as("of two minutes ago").isEmpty();
        assertThat(heat.shareOfHottest()).isZero();
    }

    /** A pause of hours neither dilutes what comes behind it, nor lends it old shares. */
    @Test
    void pauseBeginsAnew() {
        access(4, 61_000);
        pass(36_000);
        access(5, 6_100);
        pass(10);
        assertThat(heat.loads()).extracting(KeyGroupLoad::group).containsExactly(5);
        assertThat(heat.loads().get(0).accessesPerS()).isCloseTo(610, Offset.offset(10.0));
    }

    @Test
    void keyOfAnotherInstanceDoesNotCount() {
        access(FIRST - 1, 61);
        access(FIRST + SIZE, 61);
        pass(1);
        assertThat(heat.loads()).isEmpty();
        assertThat(heat.shareOfHottest()).isZero();
    }

    private void access(int key, int times) {
        for (int i = 0; i < times; i++) {
            sample.accessed(new Object[] {key}, 1);
        }
    }

    private void pass(int seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }
}
