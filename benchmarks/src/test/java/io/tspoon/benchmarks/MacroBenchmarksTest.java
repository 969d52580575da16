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
                "memory --configuration Z9/tb-pl3",
                "Z9",
                "A1 --seconds NaN",
                "A1 --warm-up Infinity",
                "A1 --configurations plain-heap,tspoon-tb-heap,plain-heap",
                "A1 --json no/such/directory/a1.json",
                "A1 --json src",
                "A1 --out pom.xml",
                "A1 --out pom.xml/out",
                "A1 --log-dir pom.xml",
                "A1 --jfr no/such/directory/a1.jfr",
                "memory --parallelism 0",
                "memory --accounts 1",
                "memory --minutes 0",
                "report baseline.json",
                "report --html x.html no-such.json",
                "report --html x.html baseline.json",
                "report --html x.html README.md",
                "report --html no/such/directory/x.html baseline.json",
                "compare no-such.json",
                "compare src",
                "compare README.md",
                "compare --baseline no-such.json baseline.json",
                "guard --baseline no-such.json"
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
                "memory --log-dir pom.xml",
