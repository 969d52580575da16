/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LineSplitTest {
    private static final LineInput<String> INPUT = new Hundred();

    @Test
    void restoredSplitGoesOnWhereTheOtherStopped() throws IOException {
        LineSplit<String> split = new LineSplit<>(INPUT, 0);
        ParsedLines<String> lines = split.getIterator();
        for (int i = 0; i < 10; i++) {
            lines.next();
        }
        LineSplitSerializer<String> serializer = new LineSplitSerializer<>(INPUT);
        LineSplit<String> restored =
                serializer.deserialize(
                        serializer.getVersion(),
                        serializer.serialize(split.getUpdatedSplitForIterator(lines)));
        assertThat(restored.line()).isEqualTo(15);
        ParsedLines<String> rest = restored.getIterator();
        assertThat(restored.getUpdatedSplitForIterator(rest)).isEqualTo(restored);
        while (lines.hasNext()) {
            assertThat(rest.next()).isEqualTo(lines.next());
        }
        assertThat(rest.hasNext()).isFalse();
    }

    @Test
    void enumeratorStateIsRead() throws IOException {
        var serializer = new LineSplitSerializer<>(INPUT).ofCollections();
        List<LineSplit<String>> splits =
                List.of(new LineSplit<>(INPUT, 0), new LineSplit<>(INPUT, 5));
        byte[] bytes = serializer.serialize(splits);
        assertThat(serializer.deserialize(1, bytes)).isEqualTo(splits);
        assertThatThrownBy(() -> serializer.deserialize(2, bytes)).isInstanceOf(IOException.class);
    }

    /** A header and a hundred lines, every third one blank. */
    private record Hundred() implements LineInput<String> {
        @Override
        public String location() {
            return "hundred";
        }

        @Override
        public ParsedLines<String> open() throws IOException {
            String text =
                    IntStream.rangeClosed(1, 100)
                            .mapToObj(number -> number % 3 == 0 ? "" : "line " + number)
                            .collect(Collectors.joining("\n", "header\n", "\n"));
            return new ParsedLines<>(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    StandardCharsets.UTF_8) {
                @Override
                protected String parse(Line line) {
                    return line.number() == 1 ? null : line.text();
                }
            };
        }
    }
}
