/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.apache.flink.annotation.Internal;

/**
 * One version of one key.
 *
 * @param writer the transaction that wrote it
 * @param mark tells apart what the writer wrote to the key one after the other
 */
@Internal
public record VersionId(long writer, long mark) {
    /** What a key has before any transaction wrote to it. */
    public static final VersionId INITIAL = new VersionId(0, 0);
}
