/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each command on a page is in {@code .ci/page-commands.tsv}, which says how it is tried: the
 * command, a tab, and {@code run} ({@code .ci/commands} has it), {@code options} (there it is run
 * with one more option that does not exist, so all others are read), or {@code instead}, a tab, and
 * why it is not run and what is run instead.
 */
class PageCommandsTest {
    private static final Path LIST = Repository.ROOT.resolve(".ci/page-commands.tsv");
    private static final Path SCRIPT = Repository.ROOT.resolve(".ci/commands");

    @Test
    void eachCommandIsClassified() throws IOException {
        Map<String, Path> onPages = PageCommands.all();
        Map<String, String[]> listed = listed();

        assertThat(onPages)
                .as("commands on pages; the form of %s is in this test's Javadoc", LIST)
                .hasSizeGreaterThan(100)
                .allSatisfy((command, page) -> assertThat(listed).containsKey(command));
        assertThat(listed.keySet())
                .as("commands in %s that are on no page any more", LIST)
                .isSubsetOf(onPages.keySet());
    }

    @Test
    void eachIsTriedOrSaysWhatIsTriedInstead() throws IOException {
        String script = Files.readString(SCRIPT);
        assertThat(listed())
                .allSatisfy(
                        (command, how) -> {
                            switch (how[0]) {
                                case "run" -> assertThat(script).contains(" " + command + "\n");
                                case "options" -> assertThat(how).hasSize(1);
                                default -> {
                                    assertThat(how[0]).isEqualTo("instead");
                                    assertThat(how).hasSize(2);
                                    assertThat(how[1]).isNotBlank();
                                }
                            }
                        });
    }

    @Test
    void commandsAreFoundInBlocksAndSentences() {
        String page =
                """
                Run `examples/run bank --help`, not `README.md` or `flink`:
                ```
                examples/run bank  # a sample
                Orders     300
                curl http://localhost:8095/ \\
                    -d '{}'
                ```
                ```java
                curl no;
                ```
                """;

        assertThat(PageCommands.on(page))
                .containsExactly(
                        "curl http://localhost:8095/ -d '{}'",
                        "examples/run bank",
                        "examples/run bank --help");
    }

    private static Map<String, String[]> listed() throws IOException {
        Map<String, String[]> listed = new TreeMap<>();
        for (String line : Files.readAllLines(LIST)) {
            String[] columns = line.split("\t", 2);
            assertThat(columns).as(line).hasSize(2);
            assertThat(listed.put(columns[0], columns[1].split("\t", -1))).as(line).isNull();
        }
        return listed;
    }
}
