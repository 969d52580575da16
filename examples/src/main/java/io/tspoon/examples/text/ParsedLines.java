/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * What the lines of an input say, one by one. Blank lines are passed over. Never reads ahead, so it
 * can follow an input that is still being written. Used by one thread.
 *
 * @param <T> what a line says
 */
public abstract class ParsedLines<T> implements Iterator<T>, Closeable {
    private final LineReader lines;
    private @Nullable T next;
    private long read;
    private long taken;

    protected ParsedLines(InputStream input, Charset charset) throws IOException {
        this.lines = new LineReader(input, charset);
    }

    /**
     * Parses a line.
     *
     * @return null for a line that says nothing, such as a header
     * @throws UnreadableInputException if the line shows that the input is none at all
     */
    protected abstract @Nullable T parse(Line line);

    /** Skips all lines up to a number; they were taken before. */
    public final void skipTo(long lineNumber) {
        while (read < lineNumber && hasNext()) {
            next = null;
        }
        taken = lineNumber;
    }

    @Override
    public final boolean hasNext() {
        try {
            while (next == null) {
                Line line = lines.read();
                if (line == null) {
                    return false;
                }
                read = line.number();
                next = line.isBlank() ? null : parse(line);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read input: " + e.getMessage(), e);
        }
    }

    @Override
    public final T next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        T result = next;
        next = null;
        taken = read;
        return result;
    }

    /** The number of the line that was taken last. */
    final long taken() {
        return taken;
    }

    @Override
    public final void close() throws IOException {
        lines.close();
    }
}
