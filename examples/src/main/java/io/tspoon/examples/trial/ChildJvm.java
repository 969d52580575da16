/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another JVM like this one. */
public final class ChildJvm {
    private static final List<String> HANDED_ON =
            List.of("--add-opens", "--add-exports", "-Dlog4j");

    private ChildJvm() {}

    /**
     * The command up to the class: same JDK, openings and logging.
     *
     * @param options of the JVM, which win over those of this one
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
