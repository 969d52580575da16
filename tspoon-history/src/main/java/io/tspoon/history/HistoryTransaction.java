/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one transaction, or one attempt of it, read and wrote. It counts as aborted unless told. */
@Internal
public final class HistoryTransaction {
    /** One version of a key, as a transaction met it. */
    record Read(Object key, VersionId version) {}

    private final long id;
    private final List<Read> reads = new ArrayList<>();
    private final Map<Object, VersionId> lastWrites = new LinkedHashMap<>();
    private boolean committed;

    HistoryTransaction(long id) {
        this.id = id;
    }

    public HistoryTransaction reads(Object key, VersionId version) {
        reads.add(new Read(key, version));
        return this;
    }

    /** Reads the first and only version that the writer made of the key. */
    public HistoryTransaction reads(Object key, long writer) {
        return reads(key, new VersionId(writer, 0));
    }

    public HistoryTransaction writes(Object key, long mark) {
        lastWrites.put(key, new VersionId(id, mark));
        return this;
    }

    public HistoryTransaction writes(Object key) {
        return writes(key, 0);
    }

    public HistoryTransaction commits() {
        committed = true;
        return this;
    }

    public long id() {
        return id;
    }

    boolean isCommitted() {
        return committed;
    }

    List<Read> reads() {
        return reads;
    }

    /** The last version it wrote of each key. */
    Map<Object, VersionId> lastWrites() {
        return lastWrites;
    }
}
