/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes short strings as bytes without allocation. Eight characters are stored at a time: a store
 * after each load would keep the processor from doing either of them ahead.
 */
@Internal
public final class ShortText {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int LOWER_BYTE = 0xff;

    private ShortText() {}

    /** Returns the number of bytes that {@link #put} may overwrite for a text: whole words. */
    public static int roomFor(int length) {
        return (length + Long.BYTES - 1) & -Long.BYTES;
    }

    /**
     * Writes the lower byte of each character.
     *
     * @param bytes as many as {@link #roomFor} returns are overwritten
     * @return the bitwise OR of all characters, which tells whether a byte was enough for each
     */
    public static int put(String text, byte[] bytes, int at) {
        int length = text.length();
        int all = 0;
        for (int from = 0; from < length; from += Long.BYTES) {
            long word = 0;
            for (int i = Math.min(from + Long.BYTES, length) - 1; i >= from; i--) {
                char c = text.charAt(i);
                all |= c;
                word = (word << Byte.SIZE) | (c & LOWER_BYTE);
            }
            LONG.set(bytes, at + from, word);
        }
        return all;
    }
}
