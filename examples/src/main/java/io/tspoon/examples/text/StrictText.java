/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

/**
 * Decodes bytes of one encoding, and refuses what is not in it. Java's own {@code new String(bytes,
 * charset)} and readers put a replacement character for whatever they cannot decode, which makes
 * one name of several. Used by one thread.
 */
public final class StrictText {
    private static final int PRINTABLE = 0x20;
    private static final int DELETE = 0x7f;

    private final Charset charset;
    private final CharsetDecoder decoder;
    private CharBuffer to = CharBuffer.allocate(256);

    public StrictText(Charset charset) {
        this.charset = charset;
        this.decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /**
     * Decodes a text.
     *
     * @throws MalformedTextException if a byte is not in the encoding, or is a NUL character, which
     *     no text has
     */
    public String decode(byte[] bytes) throws MalformedTextException {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        int longest = (int) Math.ceil(bytes.length * (double) decoder.maxCharsPerByte());
        if (to.capacity() < longest) {
            to = CharBuffer.allocate(longest);
        }
        to.clear();
        decoder.reset();
        CoderResult result = decoder.decode(from, to, true);
        if (!result.isError()) {
            result = decoder.flush(to);
        }
        if (result.isError()) {
            throw new MalformedTextException(
                    "it is not " + charset.name() + " at byte " + (from.position() + 1));
        }
        String text = to.flip().toString();
        requireWellFormed(text);
        return text;
    }

    /**
     * Checks a text that was decoded elsewhere, such as by the escapes of JSON.
     *
     * @throws MalformedTextException if it has a NUL character, or half of a surrogate pair, which
     *     cannot be written as UTF-8
     */
    public static void requireWellFormed(String text) throws MalformedTextException {
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit == 0) {
                throw new MalformedTextException("it has a NUL character at " + (at + 1));
            }
            if (Character.isHighSurrogate(unit)
                    && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1))) {
                at++;
            } else if (Character.isSurrogate(unit)) {
                throw new MalformedTextException("it has half of a character at " + (at + 1));
            }
        }
    }

    /**
     * Shows bytes that could not be decoded: those that are not printable ASCII as {@code \xfc}.
     */
    public static String show(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte each : bytes) {
            if (each >= PRINTABLE && each < DELETE) {
                text.append((char) each);
            } else {
                text.append("\\x").append(HexFormat.of().toHexDigits(each));
            }
        }
        return text.toString();
    }
}
