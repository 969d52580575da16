/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import org.junit.jupiter.api.Test;

import static io.tspoon.query.local.ValueSizes.SLICE_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

class ValueSizesTest {
    private static final long SMALL = 10;
    private static final long LARGE = 100_000;

    private final ValueSizes sizes = new ValueSizes();

    @Test
    void slicesOfSmallValuesGrowToTheMost() {
        assertThat(sizes.keys(SLICE_BYTES)).isEqualTo(ValueSizes.FIRST_KEYS);
        assertThat(readSlice(SMALL)).isBetween(2 * ValueSizes.FIRST_KEYS, 1_000);
        assertThat(readSlice(SMALL)).isEqualTo(ValueSizes.MAX_KEYS);
        assertThat(readSlice(SMALL)).isEqualTo(ValueSizes.MAX_KEYS);
    }

    @Test
    void theSliceAfterOneOfLargeValuesIsShort() {
        readSlice(SMALL);
        readSlice(SMALL);
        assertThat(readSlice(LARGE)).isBetween(40, 45);
        assertThat(readSlice(SLICE_BYTES)).isBetween(1, 3);
        assertThat(sizes.keys(1)).as("one at least").isOne();
    }

    @Test
    void oneLargeValueAmongSmallOnesChangesLittle() {
        readSlice(SMALL);
        readSlice(SMALL);
        sizes.note(1, LARGE);
        assertThat(sizes.keys(SLICE_BYTES)).isGreaterThan(1_000);
    }

    @Test
    void keysWithoutAValueSayNothing() {
        sizes.note(0, 0);
        assertThat(sizes.keys(SLICE_BYTES)).isEqualTo(ValueSizes.FIRST_KEYS);
    }

    /** Reads as many values as are to be, all of one size; the number of the next ones. */
    private int readSlice(long size) {
        int keys = sizes.keys(SLICE_BYTES);
        sizes.note(keys, keys * size);
        return sizes.keys(SLICE_BYTES);
    }
}
