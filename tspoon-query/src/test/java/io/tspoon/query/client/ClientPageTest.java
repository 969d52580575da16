/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** docs/client.md shows the lines that {@link ClientTest} runs. */
class ClientPageTest {
    private static final Path SOURCE =
            Path.of("src/test/java/io/tspoon/query/client/ClientExample.java");
    private static final Path PAGE = Path.of("../docs/client.md");

    @Test
    void pageShowsTheLinesThatAreRun() throws IOException {
        String run = between(ClientExample.BEGIN, ClientExample.END, Files.readString(SOURCE));
        String shown = between("```java\n", "```\n", Files.readString(PAGE));
        assertThat(shown.stripTrailing()).isEqualTo(run.stripTrailing().stripIndent());
    }

    private static String between(String begin, String end, String text) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
