/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionCodes;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Abort reasons in the payload of a block: the kind, as in {@link TransactionCodes}, then each text
 * as its length and its bytes in UTF-8.
 *
 * <p>The last operator and the last rule are cached, because the same names come again and again. A
 * codec either writes or reads. For one thread.
 */
@Internal
public final class AbortReasonCodec {
    /** Longer texts are cut, so that a text from user code cannot swell a block. */
    private static final int MAX_CHARS = 20_000;

    private final LastText operator = new LastText();
    private final LastText rule = new LastText();
    private byte[] buffer = new byte[64];

    public void write(AbortReason reason, DataOutputSerializer out) throws IOException {
        out.writeByte(TransactionCodes.code(reason.kind()));
        writeBytes(operator.encode(bounded(reason.operator())), out);
        writeBytes(encode(bounded(reason.key())), out);
        writeBytes(rule.encode(bounded(reason.rule())), out);
        writeBytes(encode(bounded(reason.detail())), out);
    }

    public AbortReason read(DataInputDeserializer in) throws IOException {
        return new AbortReason(
                TransactionCodes.kind(in.readUnsignedByte()),
                readText(operator, in),
                readText(in),
                readText(rule, in),
                readText(in));
    }

    private String readText(LastText last, DataInputDeserializer in) throws IOException {
        int length = readBytes(in);
        return last.decode(buffer, length);
    }

    private String readText(DataInputDeserializer in) throws IOException {
        int length = readBytes(in);
        return decode(buffer, length);
    }

    private static void writeBytes(byte[] bytes, DataOutputSerializer out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes, 0, bytes.length);
    }

    /**
     * Reads into the buffer.
     *
     * @return the number of bytes
     */
    private int readBytes(DataInputDeserializer in) throws IOException {
        int length = in.readInt();
        if (length > buffer.length) {
            buffer = new byte[Math.max(length, 2 * buffer.length)];
        }
        in.readFully(buffer, 0, length);
        return length;
    }

    private static byte[] encode(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String decode(byte[] bytes, int length) {
        return length == 0 ? "" : new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static String bounded(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        boolean halves = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
        return text.substring(0, halves ? MAX_CHARS - 1 : MAX_CHARS) + "...";
    }

    /** The last text that was written or read, with its bytes. */
    private static final class LastText {
        private String text = "";
        private byte[] bytes = {};

        byte[] encode(String next) {
            if (!next.equals(text)) {
                text = next;
                bytes = AbortReasonCodec.encode(next);
            }
            return bytes;
        }

        String decode(byte[] buffer, int length) {
            if (!Arrays.equals(buffer, 0, length, bytes, 0, bytes.length)) {
                bytes = Arrays.copyOf(buffer, length);
                text = AbortReasonCodec.decode(buffer, length);
            }
            return text;
        }
    }
}
