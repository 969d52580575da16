/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Identifies elements without a key by their serialized bytes: by half of the SHA-256, so that two
 * different elements are never mistaken for each other. For one thread.
 */
@Internal
public final class InputDigest<I> {
    private static final int INITIAL_BYTES = 256;

    /** A larger buffer is not kept for the next element. */
    static final int MAX_KEPT_BYTES = 1 << 20;

    private final TypeSerializer<I> serializer;
    private final MessageDigest digest;
    private DataOutputSerializer bytes = new DataOutputSerializer(INITIAL_BYTES);

    public InputDigest(TypeSerializer<I> serializer) {
        this.serializer = serializer;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "[TSP-3021] Cannot find SHA-256, which every Java has", e);
        }
    }

    public InputIdentity of(I element) throws IOException {
        bytes.clear();
        serializer.serialize(element, bytes);
        digest.update(bytes.getSharedBuffer(), 0, bytes.length());
        if (keptBytes() > MAX_KEPT_BYTES) {
            bytes = new DataOutputSerializer(INITIAL_BYTES);
        }
        ByteBuffer halves = ByteBuffer.wrap(digest.digest());
        return new InputIdentity("", halves.getLong(), halves.getLong());
    }

    /** The size of the buffer that is kept for the next element. */
    int keptBytes() {
        return bytes.getSharedBuffer().length;
    }
}
