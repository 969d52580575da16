/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.text.Line;
import io.tspoon.examples.text.LineInput;
import io.tspoon.examples.text.ParsedLines;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with one message in a line.
 *
 * @param location absolute path
 * @param charset name of its encoding
 */
public record MessageFile(String location, String charset) implements LineInput<Message> {
    @Override
    public ParsedLines<Message> open() throws IOException {
        return new Lines(
                Files.newInputStream(Path.of(location)), Charset.forName(charset), location);
    }

    private static final class Lines extends ParsedLines<Message> {
        private final String file;

        Lines(InputStream input, Charset charset, String file) throws IOException {
            super(input, charset);
            this.file = file;
        }

        @Override
        protected Message parse(Line line) {
            return Message.of(file, line);
        }
    }
}
