/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Each message that a user may see has a code, and docs/errors.md explains each code. */
class ErrorsPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("docs/errors.md");

    /** Where the page is written as it has to be, if it is not so. */
    private static final Path WANTED =
            Path.of(System.getProperty("tspoon.build", "target"), "errors.md");

    /** The first digits of the codes of each module that is shipped. */
    private static final Map<String, String> DIGITS =
            Map.of(
                    "tspoon-api", "1",
                    "tspoon-core", "23",
                    "tspoon-query", "45",
                    "tspoon-rocksdb", "2",
                    "tspoon-log-kafka", "6",
                    "tspoon-log-tool", "7",
                    "tspoon-test-kit", "8",
                    "tspoon-history", "8");

    /** Modules that share the codes and constants of another. */
    private static final Map<String, List<String>> SPLIT =
            Map.of("tspoon-query", List.of("tspoon-query-json", "tspoon-query-client"));

    /** The text of an exception that is the cause or a part of another one. */
    private static final List<String> PARTS =
            List.of(
                    "it is there, but the file system lists nothing",
                    "no answer",
                    "no answer before the log was closed",
                    "the answer was not whole in time",
                    "the file system refuses",
                    "the job has not begun");

    private static final List<Message> MESSAGES = new ArrayList<>();
    private static final List<String> UNCODED = new ArrayList<>();
    private static ErrorsPage page;

    @BeforeAll
    static void read() throws IOException {
        page = new ErrorsPage(Files.readAllLines(PAGE));
        for (String module : new TreeMap<>(DIGITS).keySet()) {
            List<Path> folders =
                    Stream.concat(Stream.of(module), SPLIT.getOrDefault(module, List.of()).stream())
                            .map(name -> ROOT.resolve(name).resolve("src/main/java"))
                            .toList();
            Messages found = new Messages(Sources.below(module, folders), PARTS);
            MESSAGES.addAll(found.coded());
            UNCODED.addAll(found.uncoded());
        }
    }

    @Test
    void eachMessageHasACode() {
        assertThat(UNCODED)
                .as("messages without a code; CONTRIBUTING.md says how to choose one")
                .isEmpty();
    }

    /** Where the same message is made at several places, its code is the same. */
    @Test
    void aCodeHasOneMeaning() {
        Map<String, Set<String>> meanings = new TreeMap<>();
        Map<String, Set<String>> codes = new TreeMap<>();
        for (Message message : MESSAGES) {
            meanings.computeIfAbsent(message.code(), code -> new TreeSet<>())
                    .add(message.meaning());
            if (!message.meaning().contains(Message.UNKNOWN)) {
                codes.computeIfAbsent(message.meaning(), meaning -> new TreeSet<>())
                        .add(message.code());
            }
        }
        meanings.values().removeIf(all -> all.size() == 1);
        codes.values().removeIf(all -> all.size() == 1);
        assertThat(meanings).as("codes with several meanings").isEmpty();
        assertThat(codes).as("messages with several codes").isEmpty();
    }

    @Test
    void eachModuleHasCodesOfItsOwn() {
        assertThat(MESSAGES)
                .filteredOn(
                        message ->
                                !DIGITS.get(message.module())
                                        .contains(message.code().substring(4, 5)))
                .isEmpty();
    }

    @Test
    void pageHasEachCodeWithItsMessage() throws IOException {
        ErrorsPage wanted = page.with(MESSAGES);
        if (!wanted.equals(page)) {
            Files.createDirectories(WANTED.getParent());
            Files.write(WANTED, wanted.lines());
        }
        String help = "copy " + WANTED.toAbsolutePath() + ", and fill the cells that are empty";
        assertThat(wanted.lines())
                .filteredOn(line -> !page.lines().contains(line))
                .as("missing on the page: " + help)
                .isEmpty();
        assertThat(page.lines())
                .filteredOn(line -> !wanted.lines().contains(line))
                .as("not in the sources: " + help)
                .isEmpty();
        assertThat(page).as("in the order of the codes: " + help).isEqualTo(wanted);
    }

    @Test
    void pageSaysCauseAndCure() {
        assertThat(page.rows()).hasSizeGreaterThan(300);
        assertThat(page.rows())
                .filteredOn(row -> row.cause().isEmpty() || row.fix().isEmpty())
                .as("without a cause, or without what to do")
                .isEmpty();
    }

    @Test
    void retiredCodesDoNotComeBack() {
        Set<String> inUse = MESSAGES.stream().map(Message::code).collect(Collectors.toSet());
        assertThat(page.retired()).filteredOn(row -> inUse.contains(row.get(0))).isEmpty();
        assertThat(page.retired())
                .filteredOn(row -> row.size() != 3 || row.contains(""))
                .as("without a reason")
                .isEmpty();
    }
}
