/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where orders are read from, and in which format.
 *
 * @param location path of a file, {@link #STDIN} or {@link #SAMPLE}
 */
record OrderInput(String location, OrderFormat format, ColumnNames names) implements Serializable {
    static final String STDIN = "-";
    static final String SAMPLE = "sample:";

    private static final String SAMPLE_FILE = "sample-orders.csv";

    /** Opens the input at its first line. */
    OrderReader open() throws IOException {
        return new OrderReader(
                new InputStreamReader(stream(), StandardCharsets.UTF_8), format, names);
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
