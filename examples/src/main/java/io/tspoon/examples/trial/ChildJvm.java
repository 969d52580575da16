/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds the command that starts another JVM like this one. */
public final class ChildJvm {
    private static final List<String> HANDED_ON =
            List.of("--add-opens", "--add-exports", "-Dlog4j");

    private ChildJvm() {}

    /**
     * The command up to the class, with the same JDK, module openings and logging.
     *
     * @param options options of the JVM, which take precedence over those of this one
     */
    public static List<String> command(List<String> options, String classPath, String mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (HANDED_ON.stream().anyMatch(argument::startsWith)) {
                command.add(argument);
            }
        }
        command.addAll(options);
        command.add("-cp");
        command.add(classPath);
        command.add(mainClass);
        return command;
    }
}
