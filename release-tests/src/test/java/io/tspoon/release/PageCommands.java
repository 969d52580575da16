/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The commands on the pages of this repository: lines of blocks without a language or of a shell,
 * and code within sentences, that begin with the name of a program. A comment behind a command is
 * left out, and lines that go on with a backslash are one.
 */
final class PageCommands {
    private static final Pattern BLOCK =
            Pattern.compile("^```([^\\n]*)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final List<String> FOLDERS =
            List.of("docs", "examples", "benchmarks", "cluster", "clients", "docker", "findings");
    private static final Set<String> SHELLS = Set.of("", "bash", "sh", "shell", "console");

    /** Programs of this repository, and others that a page may tell to run. */
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "\\./mvnw|mvn|(examples|benchmarks|clients|cluster|docker|findings|bin|\\.ci)/[a-z]\\S*"
                        + "|(tspoon-log-tool/)?tspoon-log|(tspoon-rocksdb/)?tspoon-kept|curl|docker|kubectl"
                        + "|helm|flink"
                        + "|kafka-[a-z-]+\\.sh|java|jcmd|jstack|eval|git|pip3?|python3?|wget"
                        + "|apt-get|sudo|openssl|keytool|jq|hdfs|\\$FLINK_HOME/\\S+|[A-Z_]+=\\S+"
                        + " +\\S+");

    private PageCommands() {}

    /** The commands, and a page with each. */
    static Map<String, Path> all() throws IOException {
        Map<String, Path> found = new TreeMap<>();
        for (Path page : pages()) {
            for (String command : on(Files.readString(page))) {
                found.putIfAbsent(command, Repository.ROOT.relativize(page));
            }
        }
        return found;
    }

    private static Iterable<Path> pages() throws IOException {
        Set<Path> pages = new TreeSet<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(Repository.ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !file.toString().contains("/target/"))
                        .filter(file -> !file.toString().contains("/adr/")) // history
                        .forEach(pages::add);
            }
        }
        pages.add(Repository.ROOT.resolve("README.md"));
        pages.add(Repository.ROOT.resolve("CONTRIBUTING.md"));
        return pages;
    }

    static Set<String> on(String page) {
        Set<String> commands = new TreeSet<>();
        Matcher blocks = BLOCK.matcher(page);
        while (blocks.find()) {
            if (SHELLS.contains(blocks.group(1).strip())) {
                String lines = blocks.group(2).replace("\\\n", " ");
                lines.lines().forEach(line -> add(commands, line, ""));
            }
        }
        Matcher codes = CODE.matcher(BLOCK.matcher(page).replaceAll(""));
        while (codes.find()) {
            add(commands, codes.group(1), " ");
        }
        return commands;
    }

    /**
     * @param behind what must follow the program: within a sentence its name alone is no command
     */
    private static void add(Set<String> commands, String line, String behind) {
        String command = line.strip().replaceAll("\\s+#\\s.*$", "").replaceAll("\\s+", " ").strip();
        Matcher program = PROGRAM.matcher(command);
        boolean begins =
                program.lookingAt()
                        && (program.end() == command.length()
                                ? behind.isEmpty()
                                : command.charAt(program.end()) == ' ');
        if (begins) {
            commands.add(command);
        }
    }
}
