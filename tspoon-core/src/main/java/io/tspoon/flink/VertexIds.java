/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.shaded.guava33.com.google.common.hash.Hashing;

import java.nio.charset.StandardCharsets;

/** The ids that Flink derives from uids. */
final class VertexIds {
    private VertexIds() {}

    /** The id of the vertex whose first operator has this uid. */
    static String of(String uid) {
        byte[] id = Hashing.murmur3_128(0).hashString(uid, StandardCharsets.UTF_8).asBytes();
        return new JobVertexID(id).toHexString();
    }
}
