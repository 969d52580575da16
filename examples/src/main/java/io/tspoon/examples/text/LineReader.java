/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines and decodes each strictly, so that a byte that does not fit costs its line and no
 * other. A line ends with LF, CR or both; a byte order mark before the first one is dropped. Never
 * waits for more than the line, so it can follow an input that is still being written. Used by one
 * thread.
 */
final class LineReader implements Closeable {
    /** A longer line is malformed: it is no order, and would fill the memory. */
    static final int MAX_LINE_BYTES = 1 << 20;

    private static final int BUFFER_BYTES = 1 << 13;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final byte[] BIG_ENDIAN = {(byte) 0xfe, (byte) 0xff};
    private static final byte[] LITTLE_ENDIAN = {(byte) 0xff, (byte) 0xfe};
    private static final byte[] WIDE_BIG_ENDIAN = {0, 0, (byte) 0xfe, (byte) 0xff};

    /** Begins as that of UTF-16 does. */
    private static final byte[] WIDE_LITTLE_ENDIAN = {(byte) 0xff, (byte) 0xfe, 0, 0};

    private final InputStream input;
    private final Charset charset;
    private final StrictText text;
    private final byte[] lineFeed;
    private final byte[] carriageReturn;
    private final int width;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int next;
    private int end;
    private boolean isAfterReturn;
    private long number;

    /**
     * @param charset encoding; UTF-16 is the one that the input's byte order mark says
     */
    LineReader(InputStream input, Charset charset) throws IOException {
        this.input = input;
        this.charset = charset.equals(StandardCharsets.UTF_16) ? byItsMark() : charset;
        this.text = new StrictText(this.charset);
        this.lineFeed = "\n".getBytes(this.charset);
        this.carriageReturn = "\r".getBytes(this.charset);
        this.width = lineFeed.length;
    }

    /**
     * Reads the next line; null at the end of the input.
     *
     * @throws UnreadableInputException if the first line shows that the encoding is another one
     */
    @Nullable Line read() throws IOException {
        byte[] bytes = bytes();
        if (bytes == null) {
            return null;
        }
        number++;
        if (number == 1) {
            requireEncoding(bytes);
        }
        if (bytes.length > MAX_LINE_BYTES) {
            String begin = StrictText.show(Arrays.copyOf(bytes, 100));
            return new Line(number, begin, "it has more than " + MAX_LINE_BYTES + " bytes");
        }
        try {
            String decoded = text.decode(bytes);
            boolean marked = number == 1 && decoded.startsWith(BYTE_ORDER_MARK);
            return new Line(number, marked ? decoded.substring(1) : decoded, "");
        } catch (MalformedTextException e) {
            String problem = e.getMessage() + ", is it another --encoding?";
            return new Line(number, StrictText.show(bytes), problem);
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    /** Reads up to the end of the line, but keeps no more than shows that the line is too long. */
    private byte @Nullable [] bytes() throws IOException {
        line.reset();
        boolean isThere = false;
        while (hasUnit()) {
            boolean isSecondOfTwo = isAfterReturn && isAt(next, lineFeed);
            isAfterReturn = false;
            if (isSecondOfTwo) {
                next += width;
                continue;
            }
            isThere = true;
            int stop = endOfLine();
            keep(stop);
            if (stop + width <= end) {
                isAfterReturn = isAt(stop, carriageReturn);
                next = stop + width;
                return line.toByteArray();
            }
        }
        // Half a character is all that can be left.
        isThere |= next < end;
        keep(end);
        return isThere ? line.toByteArray() : null;
    }

    /** The index of the next line end in the buffer, or behind the last whole unit. */
    private int endOfLine() {
        int at = next;
        while (at + width <= end && !isAt(at, lineFeed) && !isAt(at, carriageReturn)) {
            at += width;
        }
        return at;
    }

    private void keep(int stop) {
        if (line.size() <= MAX_LINE_BYTES) {
            line.write(buffer, next, stop - next);
        }
        next = stop;
    }

    private boolean isAt(int at, byte[] separator) {
        for (int i = 0; i < width; i++) {
            if (buffer[at + i] != separator[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether there are as many bytes as a line feed has; reads only if there are not. */
    private boolean hasUnit() throws IOException {
        while (end - next < width) {
            System.arraycopy(buffer, next, buffer, 0, end - next);
            end -= next;
            next = 0;
            int count = input.read(buffer, end, BUFFER_BYTES - end);
            if (count < 0) {
                return false;
            }
            end += count;
        }
        return true;
    }

    private Charset byItsMark() throws IOException {
        end = input.readNBytes(buffer, 0, BIG_ENDIAN.length);
        if (startsWith(buffer, LITTLE_ENDIAN)) {
            return StandardCharsets.UTF_16LE;
        }
        return StandardCharsets.UTF_16BE;
    }

    /** All lines of a wrong encoding would be malformed, or worse, be names that nobody has. */
    private void requireEncoding(byte[] firstLine) {
        if (width > 1) {
            return;
        }
        boolean isWideLittle = startsWith(firstLine, WIDE_LITTLE_ENDIAN);
        if (isWideLittle || startsWith(firstLine, WIDE_BIG_ENDIAN)) {
            throw new UnreadableInputException(
                    "it begins with the byte order mark of UTF-32, encoding=" + charset.name(),
                    "Give --encoding "
                            + (isWideLittle ? "UTF-32LE" : "UTF-32BE")
                            + ", or save it as UTF-8.");
        }
        boolean isLittle = startsWith(firstLine, LITTLE_ENDIAN);
        if (isLittle || startsWith(firstLine, BIG_ENDIAN)) {
            throw new UnreadableInputException(
                    "it begins with the byte order mark of UTF-16, encoding=" + charset.name(),
                    "Give --encoding UTF-16, or save it as UTF-8.");
        }
        int nuls = 0;
        for (byte each : firstLine) {
            nuls += each == 0 ? 1 : 0;
        }
        if (nuls > 0) {
            // Most characters of most texts have one NUL byte in UTF-16, and three in UTF-32.
            String likely =
                    (2 * nuls > firstLine.length + 1 ? "UTF-32" : "UTF-16")
                            + (firstLine[0] == 0 ? "BE" : "LE");
            throw new UnreadableInputException(
                    "its first line has a NUL byte, encoding=" + charset.name(),
                    "If it is a text, give its --encoding, such as " + likely + ".");
        }
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length
                && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }
}
