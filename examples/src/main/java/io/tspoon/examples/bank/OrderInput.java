/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.LineInput;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where orders are read from, and in which format.
 *
 * @param location path of a file, {@link #STDIN} or {@link #SAMPLE}
 * @param charset name of the encoding
 */
record OrderInput(String location, String charset, OrderFormat format, ColumnNames names)
        implements LineInput<InputLine> {
    static final String STDIN = "-";
    static final String SAMPLE = "sample:";

    private static final String SAMPLE_FILE = "sample-orders.csv";

    /** The sample, in this format. */
    static OrderInput sample(OrderFormat format, ColumnNames names) {
        return new OrderInput(SAMPLE, StandardCharsets.UTF_8.name(), format, names);
    }

    @Override
    public OrderReader open() throws IOException {
        return new OrderReader(stream(), Charset.forName(charset), format, names);
    }

    boolean isStdin() {
        return location.equals(STDIN);
    }

    boolean isSample() {
        return location.equals(SAMPLE);
    }

    boolean isFile() {
        return !isStdin() && !isSample();
    }

    private InputStream stream() throws IOException {
        if (isFile()) {
            return Files.newInputStream(Path.of(location));
        }
        InputStream stream =
                isStdin() ? System.in : OrderInput.class.getResourceAsStream(SAMPLE_FILE);
        if (stream == null) {
            throw new FileNotFoundException(SAMPLE_FILE + " is not in the jar");
        }
        return stream;
    }
}
