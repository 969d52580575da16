/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another JVM like this one. */
final class ChildJvm {
    private static final String HEAP = "-Xmx768m";
    private static final List<String> HANDED_ON =
            List.of("--add-opens", "--add-exports", "-Dlog4j");

    private ChildJvm() {}

    /** The command up to the class: same JDK, class path, openings and logging. */
    static List<String> command(Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(HEAP);
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (HANDED_ON.stream().anyMatch(argument::startsWith)) {
                command.add(argument);
            }
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        return command;
    }
}
