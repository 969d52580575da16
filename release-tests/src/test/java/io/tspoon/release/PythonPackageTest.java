/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** The Python client is released with the jars. */
class PythonPackageTest {
    private static final Path PACKAGE = Repository.ROOT.resolve("clients/python");

    @Test
    void versionIsThatOfTheJars() throws IOException {
        String version = Repository.version().replace("-SNAPSHOT", ".dev0");
        assertThat(PACKAGE.resolve("pyproject.toml"))
                .content()
                .contains("\nversion = \"" + version + "\"\n");
    }

    /** A package takes files of its own folder only. */
    @Test
    void licenceIsThatOfTheRepository() throws IOException {
        assertThat(PACKAGE.resolve("LICENSE"))
                .hasSameTextualContentAs(Repository.ROOT.resolve("LICENSE"));
        try (var files = Files.walk(PACKAGE)) {
            assertThat(files.filter(file -> file.toString().endsWith(".py")))
                    .isNotEmpty()
                    .allSatisfy(
                            file ->
                                    assertThat(file)
                                            .content()
                                            .startsWith("# SPDX-License-Identifier: Apache-2.0\n"));
        }
    }
}
