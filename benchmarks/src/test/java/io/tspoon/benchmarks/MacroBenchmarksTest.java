/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MacroBenchmarksTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "A1 --rounds 0",
                "A1 --seconds 0",
                "A1 --parallelism x",
                "A1 --accounts 1",
                "A1 --configurations plain-heap,unheard-of",
                "A1 --unheard-of",
                "A3 --configurations plain-heap",
                "A1 Z9",
                "A1 A3 --json x",
                "memory --samples 2",
                "memory --configuration memory-loop",
                "memory --configuration A10/tb-pl3-on",
                "memory --configuration Z9/tb-pl3",
                "Z9"
            })
    void wrongOptionsEndWithCodeTwo(String line) {
        assertThat(MacroBenchmarks.run(line.isEmpty() ? new String[0] : line.split(" ")))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "A1 --help", "compare --help", "memory --help"})
    void helpEndsWithCodeZero(String line) {
        assertThat(MacroBenchmarks.run(line.split(" "))).isZero();
    }
}
