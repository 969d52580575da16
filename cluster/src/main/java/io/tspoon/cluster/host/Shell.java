/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs commands of this machine. */
final class Shell {
    private static final String ROOT = "root";

    private Shell() {}

    /**
     * Runs a command, and returns its output.
     *
     * @param words command, options and arguments, separated by spaces
     * @param places further arguments, which may contain spaces
     * @throws IOException if the command fails, with its output
     */
    static String run(String words, Path... places) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(words.split(" ", -1)));
        Stream.of(places).map(Path::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new IOException(
                    "Cannot run command: "
                            + printed
                            + ", command="
                            + String.join(" ", command)
                            + ", exitCode="
                            + exitCode);
        }
        return printed;
    }

    /** Why commands cannot be run as root here; empty if they can. */
    static Optional<String> obstacle(String... commands) {
        if (!ROOT.equals(System.getProperty("user.name"))) {
            return Optional.of("it takes root");
        }
        for (String command : commands) {
            boolean found =
                    Stream.of("/usr/sbin", "/sbin", "/usr/bin", "/bin")
                            .anyMatch(place -> Files.isExecutable(Path.of(place, command)));
            if (!found) {
                return Optional.of("there is no command " + command);
            }
        }
        return Optional.empty();
    }
}
