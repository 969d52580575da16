/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** The tool prints the same bytes on every machine. */
class OtherMachineITCase {
    /** Names of files in ASCII only. */
    private static final Machine NARROW = new Machine("C", "-Dfile.encoding=US-ASCII");

    private static final Machine ODD =
            new Machine(
                    "C.UTF-8",
                    "-Duser.language=ar",
                    "-Duser.country=EG",
                    "-Duser.timezone=Asia/Kathmandu",
                    "-Dfile.encoding=ISO-8859-6");

    @TempDir private Path root;
    @TempDir private Path files;

    private record Machine(String locale, List<String> flags) {
        Machine(String locale, String... flags) {
            this(locale, List.of(flags));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dump", "verify", "stat"})
    void outputIsTheSame(String command) throws Exception {
        new SampleLog(root).write();
        String expected = here(command);

        assertThat(run(ODD, command)).isEqualTo(expected);
    }

    /** As earlier versions wrote them in Egypt. */
    @Test
    void segmentsWithOtherDigitsAreFound() throws Exception {
        SampleLog log = new SampleLog(root);
        log.write();
        String expected = here("dump");
        for (int sequence = 1; sequence <= 2; sequence++) {
            Path segment = log.segment(1, sequence);
            Files.move(segment, Path.of(odd(segment)));
        }

        assertThat(here("dump")).isEqualTo(expected);
        assertThat(run(NARROW, "dump")).isEqualTo(expected);
        assertThat(run(ODD, "verify")).isEqualTo(here("verify"));
    }

    private static String odd(Path segment) {
        String name = segment.getFileName().toString();
        long number = Long.parseLong(name.substring(0, name.indexOf('.')));
        return segment.getParent()
                + "/"
                + String.format(Locale.forLanguageTag("ar-EG"), "%020d.log", number);
    }

    private String here(String command) {
        StringWriter out = new StringWriter();
        assertThat(LogTool.run(out, new StringWriter(), command, root.toString())).isZero();
        return out.toString();
    }

    private String run(Machine machine, String command) throws Exception {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(machine.flags());
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        line.addAll(List.of(LogTool.class.getName(), command, root.toString()));
        ProcessBuilder tool = new ProcessBuilder(line);
        tool.environment().put("LC_ALL", machine.locale());
        Path out = files.resolve("out");
        Path err = files.resolve("err");
        Process process = tool.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(text(err)).isZero();
            return text(out);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
