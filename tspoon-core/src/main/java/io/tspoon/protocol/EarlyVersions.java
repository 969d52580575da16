/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Versions that are installed before their outcomes are durable, and who waits for that.
 *
 * <p>With a log a participant that decides an attempt alone installs what it has written at once.
 * Later attempts of the same coordinator may see that: they are logged behind it, so a log that
 * breaks off never holds them without it. Those of another coordinator have a log of their own, and
 * wait until the outcome is durable; so does whoever reads from outside.
 *
 * <p>Invariant: while an access waits here, its record gets no other early version. Such a wait is
 * for a log only, never for an attempt that is not decided, so it adds no deadlock. Without a log
 * there are no early versions. Confined to the thread of the participant.
 */
final class EarlyVersions<K, V> {
    private final Timestamps timestamps;
    private final boolean exist;

    /** By coordinator: what it has decided up to there is durable. */
    private final long[] durable;

    /** By coordinator: its newest early version. */
    private final long[] installed;

    /** By coordinator: records of which an access waits for that. */
    private final List<ArrayDeque<KeyRecord<K, V>>> awaited;

    /**
     * @param exist whether there is a log
     */
    EarlyVersions(int coordinators, Timestamps timestamps, boolean exist) {
        this.timestamps = timestamps;
        this.exist = exist;
        this.durable = new long[coordinators];
        this.installed = new long[coordinators];
        this.awaited = new ArrayList<>(coordinators);
        for (int i = 0; i < coordinators; i++) {
            awaited.add(new ArrayDeque<>());
        }
    }

    /** A version was installed by who has decided it alone. */
    void installed(KeyRecord<K, V> record, long timestamp) {
        if (exist) {
            record.installedEarly();
            installed[timestamps.coordinator(timestamp)] = timestamp; // they ascend
        }
    }

    /** Whether a version that was installed early is durable by now. */
    boolean isDurable(long timestamp) {
        return timestamp <= durable[timestamps.coordinator(timestamp)];
    }

    /** Whether all of them are. */
    boolean areAllDurable() {
        for (int i = 0; i < durable.length; i++) {
            if (installed[i] > durable[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the access has to wait until the newest version is durable. */
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
        long early = record.earlyTimestamp();
        if (early == Timestamps.NONE) {
            return false;
        }
        return timestamps.coordinator(early) != access.coordinator && !isDurable(early);
    }

    /** The access is in the record's queue; it may wait for a durable version there. */
    void enqueued(Access<K, V> access, KeyRecord<K, V> record) {
        if (mustWait(access, record) && !record.awaitLog()) {
            awaited.get(timestamps.coordinator(record.earlyTimestamp())).add(record);
        }
    }

    /**
     * What the coordinator has decided up to a timestamp is durable.
     *
     * @param released gets the records whose accesses wait for this no more
     */
    void durable(int coordinator, long timestamp, List<KeyRecord<K, V>> released) {
        if (timestamp <= durable[coordinator]) {
            return;
        }
        durable[coordinator] = timestamp;
        ArrayDeque<KeyRecord<K, V>> records = awaited.get(coordinator);
        for (int left = records.size(); left > 0; left--) {
            KeyRecord<K, V> record = records.remove();
            if (record.earlyTimestamp() <= timestamp) {
                record.logAwaited();
                released.add(record);
            } else {
                records.add(record);
            }
        }
    }
}
