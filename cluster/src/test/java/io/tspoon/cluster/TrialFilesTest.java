/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

class TrialFilesTest {
    @TempDir Path directory;

    /** Its results would be judged with those of the next one. */
    @ParameterizedTest
    @ValueSource(strings = {"faults", "rescale"})
    void whatAnotherTrialHasLeftIsNotJudgedOnceMore(String trial) throws IOException {
        Files.writeString(directory.resolve("results"), "from another trial");
        StringWriter errors = new StringWriter();
        CommandLine command =
                trial.equals("faults") ? FaultsCommand.commandLine() : RescaleCommand.commandLine();

        int exitCode = command.setErr(new PrintWriter(errors)).execute("--directory=" + directory);

        assertThat(exitCode).as(errors.toString()).isEqualTo(2);
        assertThat(errors.toString()).contains("it is not empty, --directory=" + directory);
    }
}
