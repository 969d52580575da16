/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.apache.flink.core.io.SimpleVersionedSerializer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Serializes a split as its line number, 8 bytes; the input is part of the job. A collection of
 * splits is a sequence of such numbers.
 */
final class LineSplitSerializer<T> implements SimpleVersionedSerializer<LineSplit<T>> {
    private static final int VERSION = 1;

    private final LineInput<T> input;

    LineSplitSerializer(LineInput<T> input) {
        this.input = input;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LineSplit<T> split) {
        return ByteBuffer.allocate(Long.BYTES).putLong(split.line()).array();
    }

    @Override
    public LineSplit<T> deserialize(int version, byte[] bytes) throws IOException {
        checkVersion(version);
        return new LineSplit<>(input, ByteBuffer.wrap(bytes).getLong());
    }

    /** For the splits that the enumerator has not assigned yet. */
    SimpleVersionedSerializer<Collection<LineSplit<T>>> ofCollections() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return VERSION;
            }

            @Override
            public byte[] serialize(Collection<LineSplit<T>> splits) {
                ByteBuffer bytes = ByteBuffer.allocate(splits.size() * Long.BYTES);
                splits.forEach(split -> bytes.putLong(split.line()));
                return bytes.array();
            }

            @Override
            public Collection<LineSplit<T>> deserialize(int version, byte[] bytes)
                    throws IOException {
                checkVersion(version);
                ByteBuffer lines = ByteBuffer.wrap(bytes);
                List<LineSplit<T>> splits = new ArrayList<>();
                while (lines.hasRemaining()) {
                    splits.add(new LineSplit<>(input, lines.getLong()));
                }
                return splits;
            }
        };
    }

    private static void checkVersion(int version) throws IOException {
        if (version != VERSION) {
            throw new IOException("Cannot restore input: unknown version, version=" + version);
        }
    }
}
