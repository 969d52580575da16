/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** The page on architecture has the packages and types that there are. */
@AnalyzeClasses(packages = "io.tspoon", importOptions = MainClasses.class)
class ArchitecturePageTest {
    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final Pattern STEPS = Pattern.compile("(?s)### Where to read it\n(.*?)\n## ");
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)");

    @ArchTest
    void typesOnTheWayOfATransactionExist(JavaClasses classes) throws IOException {
        String steps =
                STEPS.matcher(Files.readString(PAGE))
                        .results()
                        .map(section -> section.group(1))
                        .collect(Collectors.joining());
        Set<String> named =
                TYPE.matcher(steps)
                        .results()
                        .map((MatchResult type) -> type.group(1))
                        .collect(Collectors.toSet());
        Set<String> existing =
                classes.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());

        assertThat(existing).containsAll(named);
        assertThat(named).contains("OpenOperator", "Exit").hasSize(37);
    }

    /** The page has the picture that is drawn here; to get a new one, copy it from the failure. */
    @ArchTest
    void pageHasThePictureOfThem(JavaClasses classes) throws IOException {
        assertThat(Files.readString(PAGE)).contains(picture(RuntimeArrowsTest.used(classes)));
    }

    /** Without arrows that others already imply. */
    private static String picture(Map<String, Set<String>> arrows) {
        StringBuilder lines = new StringBuilder("```mermaid\nflowchart TD\n");
        arrows.forEach(
                (from, targets) -> {
                    for (String to : targets) {
                        if (targets.stream().noneMatch(via -> leads(arrows, via, to))) {
                            lines.append("    ").append(node(from)).append(" --> ");
                            lines.append(node(to)).append('\n');
                        }
                    }
                });
        return lines.append("```\n").toString();
    }

    private static boolean leads(Map<String, Set<String>> arrows, String from, String to) {
        Set<String> targets = arrows.getOrDefault(from, Set.of());
        return targets.contains(to) || targets.stream().anyMatch(via -> leads(arrows, via, to));
    }

    private static String node(String room) {
        return room.replace('.', '_') + "[" + room + "]";
    }
}
