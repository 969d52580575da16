/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Reads an input line by line. Each line that is neither blank nor the header is an order or
 * malformed. Never reads ahead, so it can follow an input that is still being written.
 */
final class OrderReader implements Iterator<InputLine>, Closeable {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final BufferedReader input;
    private final OrderFormat format;
    private final ColumnNames names;
    private @Nullable OrderParser parser;
    private @Nullable InputLine next;
    private long linesRead;

    OrderReader(Reader input, OrderFormat format, ColumnNames names) {
        this.input = new BufferedReader(input);
        this.format = format;
        this.names = names;
    }

    /** Skips all lines up to a number; they were returned before. */
    void skipTo(long lineNumber) {
        while (linesRead < lineNumber && hasNext()) {
            next = null;
        }
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null) {
                String line = input.readLine();
                if (line == null) {
                    return false;
                }
                linesRead++;
                next = line.isBlank() ? null : read(line);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read orders: " + e.getMessage(), e);
        }
    }

    @Override
    public InputLine next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        InputLine result = next;
        next = null;
        return result;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private @Nullable InputLine read(String line) {
        try {
            OrderParser found = parser;
            if (found == null) {
                String first = line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
                OrderFormat.Detected detected = format.detect(names, first);
                parser = detected.parser();
                return detected.header() ? null : order(detected.parser(), first);
            }
            return order(found, line);
        } catch (MalformedOrderException e) {
            return InputLine.malformed(linesRead, line, String.valueOf(e.getMessage()));
        }
    }

    private InputLine order(OrderParser orders, String line) throws MalformedOrderException {
        return InputLine.wellFormed(linesRead, orders.parse(line));
    }
}
