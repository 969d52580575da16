/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class StaticFilesTest {
    private final StaticFiles files = new StaticFiles(10);

    @Test
    void filesThatExistAreKept() {
        assertThat(files.find(List.of("")))
                .isNotNull()
                .isSameAs(files.find(List.of("console", "index.html")));
        assertThat(files.find(List.of("v1", "openapi.json"))).isNotNull();
        assertThat(files.size()).isEqualTo(2);
    }

    /** Anybody can ask for any number of them. */
    @Test
    void namesOfFilesThatDoNotExistAreForgotten() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(files.find(List.of("console", "none-" + i + ".js"))).isNull();
        }
        assertThat(files.size()).isZero();
    }
}
