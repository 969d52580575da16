/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

import static org.assertj.core.api.Assertions.assertThat;

class GrowthTest {
    private final StringWriter out = new StringWriter();

    private Growth growth(boolean isNativeKnown) {
        return new Growth(new PrintWriter(out), 0, isNativeKnown);
    }

    private static void add(Growth growth, double[] heapMb, double[] nativeMb) {
        for (int i = 0; i < heapMb.length; i++) {
            growth.add(heapMb[i], nativeMb[i]);
        }
    }

    private static double[] constant(double mb) {
        return new double[] {mb, mb, mb, mb, mb, mb};
    }

    /** In the middle third, or within the first or the last. */
    @Test
    void whatComesAndGoesIsNoGrowth() {
        Growth growth = growth(true);
        add(growth, new double[] {50, 60, 900, 900, 60, 50}, new double[] {1, 2, 900, 900, 1, 2});

        assertThat(growth.report()).isTrue();
        assertThat(out.toString())
                .contains(
                        "No growth: heap, median of the first third 55.0 MB, of the last 55.0 MB.");
    }

    @Test
    void heapThatGrowsIsFound() {
        Growth growth = growth(true);
        add(growth, new double[] {50, 50, 55, 60, 66, 67}, constant(500));

        assertThat(growth.report()).isFalse();
        assertThat(out.toString())
                .contains("GROWN: heap, median of the first third 50.0 MB, of the last 66.5 MB.")
                .contains("No growth: beyond the heap");
    }

    /** Memory of RocksDB, or direct buffers. */
    @Test
    void memoryBeyondTheHeapThatGrowsIsFound() {
        Growth growth = growth(true);
        add(growth, constant(50), new double[] {500, 500, 530, 550, 565, 565});

        assertThat(growth.report()).isFalse();
        assertThat(out.toString())
                .contains("No growth: heap")
                .contains(
                        "GROWN: beyond the heap, median of the first third 500.0 MB, of the last"
                                + " 565.0 MB.");
    }

    @Test
    void aTenthIsTolerated() {
        Growth growth = growth(true);
        add(
                growth,
                new double[] {1_000, 1_000, 1_000, 1_000, 1_099, 1_099},
                new double[] {2_000, 2_000, 2_000, 2_000, 2_199, 2_199});

        assertThat(growth.report()).isTrue();
    }

    @Test
    void memoryBeyondTheHeapIsNotJudgedWhereItIsNotKnown() {
        Growth growth = growth(false);
        add(growth, constant(50), new double[] {500, 500, 530, 550, 565, 565});

        assertThat(growth.report()).isTrue();
        assertThat(out.toString()).contains("Not judged: beyond the heap, which takes Linux");
    }
}
