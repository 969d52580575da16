/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filemerging.SegmentFileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** How a file of a checkpoint is named among the kept ones: after its place in the storage. */
final class KeptName {
    private KeptName() {}

    /** The same for the same content, as nothing in the storage is ever written again. */
    static String of(StreamStateHandle handle) {
        String place = handle.getStreamStateHandleID().getKeyString();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(place.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "[TSP-2348] Cannot name file: this JVM has no SHA-256", e);
        }
    }

    /**
     * Whether a file is worth keeping: the bytes of some are in the handle, and several may be
     * merged into one.
     */
    static boolean isWorthKeeping(StreamStateHandle handle) {
        return !(handle instanceof ByteStreamStateHandle)
                && !(handle instanceof SegmentFileStateHandle);
    }
}
