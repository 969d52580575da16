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

    private final InputStream input;
    private final Charset charset;
    private final StrictText text;
    private final byte[] lineFeed;
    private final byte[] carriageReturn;
    private final byte[] unit;
    private final byte[] buffer = new byte[BUFFER_BYTES];
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
        this.unit = new byte[lineFeed.length];
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
            String line = text.decode(bytes);
            boolean marked = number == 1 && line.startsWith(BYTE_ORDER_MARK);
            return new Line(number, marked ? line.substring(1) : line, "");
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
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int length;
        boolean isFirst = true;
        while ((length = readUnit()) > 0) {
            boolean isSecondOfTwo = isFirst && isAfterReturn && is(lineFeed, length);
            isAfterReturn = false;
            if (isSecondOfTwo) {
                continue;
            }
            isFirst = false;
            if (is(lineFeed, length)) {
                return line.toByteArray();
            }
            if (is(carriageReturn, length)) {
                isAfterReturn = true;
                return line.toByteArray();
            }
            if (line.size() <= MAX_LINE_BYTES) {
                line.write(unit, 0, length);
            }
        }
        return isFirst ? null : line.toByteArray();
    }

    private boolean is(byte[] separator, int length) {
        return length == separator.length && Arrays.equals(unit, separator);
    }

    /** Reads what may be a character: the bytes that a line feed has. Fewer only at the end. */
    private int readUnit() throws IOException {
        int length = 0;
        while (length < unit.length && hasByte()) {
            unit[length] = buffer[next];
            next++;
            length++;
        }
        return length;
    }

    private boolean hasByte() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, input.read(buffer, 0, BUFFER_BYTES));
        }
        return next < end;
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
        if (unit.length > 1) {
            return;
        }
        boolean isLittle = startsWith(firstLine, LITTLE_ENDIAN);
        if (isLittle || startsWith(firstLine, BIG_ENDIAN)) {
            throw new UnreadableInputException(
                    "it begins with the byte order mark of UTF-16, encoding=" + charset.name(),
                    "Give --encoding UTF-16, or save it as UTF-8.");
        }
        for (byte each : firstLine) {
            if (each == 0) {
                throw new UnreadableInputException(
                        "its first line has a NUL byte, encoding=" + charset.name(),
                        "If it is a text, give its --encoding, such as UTF-16LE.");
            }
        }
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length
                && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }
}
