/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The findings have the form that their page describes; {@code findings/run} runs them. */
class FindingsTest {
    private static final Path FINDINGS = Repository.ROOT.resolve("findings");
    private static final Pattern HEAD =
            Pattern.compile(
                    """
                    #!/usr/bin/env bash
                    # SPDX-License-Identifier: Apache-2\\.0
                    (# .+\\n)+#
                    # Library: (.+\\n#   )*.+
                    # Behaviour: (.+\\n#   )*.+
                    # Matters: (.+\\n#   )*.+
                    # Output seen:
                    (#   .+\\n)+set -euo pipefail
                    """);
    private static final Pattern ROW =
            Pattern.compile("^\\| \\[([a-z0-9-]+)]\\(\\1\\.sh\\) \\|", Pattern.MULTILINE);

    @Test
    void findingsCanBeExecuted() throws IOException {
        assertThat(scripts()).isNotEmpty().allSatisfy(file -> assertThat(file).isExecutable());
        assertThat(FINDINGS.resolve("run")).isExecutable();
    }

    @Test
    void findingsSayWhatWasSeen() throws IOException {
        for (Path file : scripts()) {
            assertThat(HEAD.matcher(Files.readString(file)).lookingAt())
                    .as("comment at the head of %s", file.getFileName())
                    .isTrue();
            assertThat(Files.readString(file)).contains("| as_seen");
        }
    }

    @Test
    void pageListsFindingsInOrder() throws IOException {
        List<String> rows =
                ROW.matcher(Files.readString(FINDINGS.resolve("README.md")))
                        .results()
                        .map((MatchResult row) -> row.group(1))
                        .toList();

        assertThat(rows)
                .containsExactlyElementsOf(
                        scripts().stream()
                                .map(file -> file.getFileName().toString())
                                .map(name -> name.substring(0, name.length() - ".sh".length()))
                                .toList());
    }

    @Test
    void findingsRunWithoutTheProduct() throws IOException {
        for (Path file : scripts()) {
            assertThat(Files.readString(file)).doesNotContain("io.tspoon");
        }
    }

    private static List<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(FINDINGS)) {
            return files.filter(file -> file.toString().endsWith(".sh")).sorted().toList();
        }
    }
}
