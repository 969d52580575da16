/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class LineReaderTest {
    private static final String NAMES = "Müller\nMöller\n\nMäller Ċ 水 😀";

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "GB18030"})
    void linesAreThoseOfTheirEncoding(String charset) throws IOException {
        for (String end : List.of("\n", "\r\n", "\r")) {
            // Java itself writes the mark of UTF-16.
            for (String mark : charset.equals("UTF-16") ? List.of("") : List.of("", "\uFEFF")) {
                byte[] bytes =
                        (mark + NAMES.replace("\n", end) + end).getBytes(Charset.forName(charset));
                assertThat(read(bytes, charset))
                        .as("%s, end %s, mark %s", charset, end.length(), mark.length())
                        .containsExactly(
                                new Line(1, "Müller", ""),
                                new Line(2, "Möller", ""),
                                new Line(3, "", ""),
                                new Line(4, "Mäller Ċ 水 😀", ""));
            }
        }
    }

    @Test
    void utf16IsReadByItsMark() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0xff);
        bytes.write(0xfe);
        bytes.write("Müller\nMöller".getBytes(StandardCharsets.UTF_16LE));
        assertThat(read(bytes.toByteArray(), "UTF-16"))
                .containsExactly(new Line(1, "Müller", ""), new Line(2, "Möller", ""));
        assertThat(read(bytes.toByteArray(), "UTF-16LE"))
                .containsExactly(new Line(1, "Müller", ""), new Line(2, "Möller", ""));
    }

    /** One replacement character for both would make one customer of two. */
    @Test
    void bytesThatDoNotFitCostTheirLine() throws IOException {
        byte[] bytes = "id\nMüller\nMöller\nplain\n".getBytes(StandardCharsets.ISO_8859_1);
        String problem = "it is not UTF-8 at byte 2, is it another --encoding?";
        assertThat(read(bytes, "UTF-8"))
                .containsExactly(
                        new Line(1, "id", ""),
                        new Line(2, "M\\xfcller", problem),
                        new Line(3, "M\\xf6ller", problem),
                        new Line(4, "plain", ""));
        assertThat(read(bytes, "windows-1252").get(1)).isEqualTo(new Line(2, "Müller", ""));
    }

    @Test
    void aNulIsNoText() throws IOException {
        assertThat(read("a\nb\0c\n".getBytes(StandardCharsets.UTF_8), "UTF-8").get(1))
                .isEqualTo(
                        new Line(
                                2,
                                "b\\x00c",
                                "it has a NUL character at 2, is it another --encoding?"));
    }

    @Test
    void anotherEncodingIsNoticedAtOnce() {
        assertThatThrownBy(() -> read("\uFEFFid\n".getBytes(StandardCharsets.UTF_16LE), "UTF-8"))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageStartingWith("it begins with the byte order mark of UTF-16");
        assertThatThrownBy(() -> read("\uFEFFid\n".getBytes(StandardCharsets.UTF_16BE), "UTF-8"))
                .hasMessageStartingWith("it begins with the byte order mark of UTF-16");
        assertThatThrownBy(() -> read("id\n".getBytes(StandardCharsets.UTF_16LE), "UTF-8"))
                .hasMessageStartingWith("its first line has a NUL byte");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void theEncodingThatItLooksLikeIsNamed(String charset) {
        assertThat(fixOf("id,name\n".getBytes(Charset.forName(charset)))).contains(charset);
        String fix = fixOf("\uFEFFid\n".getBytes(Charset.forName(charset)));
        assertThat(fix).contains(charset.startsWith("UTF-16") ? "--encoding UTF-16," : charset);
    }

    private static String fixOf(byte[] bytes) {
        return catchThrowableOfType(UnreadableInputException.class, () -> read(bytes, "UTF-8"))
                .fix();
    }

    @Test
    void aLineThatFillsTheMemoryIsMalformed() throws IOException {
        byte[] bytes = new byte[3 * LineReader.MAX_LINE_BYTES];
        Arrays.fill(bytes, (byte) 'x');
        bytes[bytes.length - 2] = '\n';
        List<Line> lines = read(bytes, "UTF-8");
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).problem()).isEqualTo("it has more than 1048576 bytes");
        assertThat(lines.get(1)).isEqualTo(new Line(2, "x", ""));
    }

    /** A pipe that is still being written. */
    @Test
    void aLineIsThereBeforeTheNextOneIs() throws IOException {
        byte[] bytes = "one\rtwo\n".getBytes(StandardCharsets.UTF_8);
        InputStream pipe =
                new InputStream() {
                    private int next;

                    @Override
                    public int read() {
                        throw new IllegalStateException("a single byte is asked for");
                    }

                    @Override
                    public int read(byte[] to, int from, int length) {
                        if (next == bytes.length) {
                            throw new IllegalStateException("more is asked for");
                        }
                        to[from] = bytes[next];
                        next++;
                        return 1;
                    }
                };
        LineReader reader = new LineReader(pipe, StandardCharsets.UTF_8);
        assertThat(reader.read()).isEqualTo(new Line(1, "one", ""));
        assertThat(reader.read()).isEqualTo(new Line(2, "two", ""));
    }

    private static List<Line> read(byte[] bytes, String charset) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (LineReader reader =
                new LineReader(new ByteArrayInputStream(bytes), Charset.forName(charset))) {
            Line line;
            while ((line = reader.read()) != null) {
                lines.add(line);
            }
        }
        return lines;
    }
}
