/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Timestamps;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Versions that are installed before their outcomes are durable, and the accesses that wait until
 * they are.
 *
 * <p>With a log, a participant that decides an attempt alone installs its writes at once. Later
 * attempts of the same coordinator may see them: they are logged behind that attempt, so a log that
 * breaks off never holds them without it. Attempts of another coordinator are in another log, so
 * they wait until the outcome is durable. Readers from outside wait as well.
 *
 * <p>Invariant: while an access waits here, its record gets no other early version. Such a wait is
 * only for a log, never for an undecided attempt, so it cannot cause a deadlock. Without a log
 * there are no early versions. Confined to the thread of the participant.
 */
final class EarlyVersions<K, V> {
    private final Timestamps timestamps;
    private final boolean exist;

    /** By coordinator: everything that it has decided up to this timestamp is durable. */
    private final long[] durable;

    /** By coordinator: the timestamp of its newest early version. */
    private final long[] installed;

    /** By coordinator: the records with an access that waits for a version of this coordinator. */
    private final List<ArrayDeque<KeyRecord<K, V>>> awaited;

    /**
     * @param exist whether versions are installed early
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

    /** A version was installed by a participant that has decided its attempt alone. */
    void installed(KeyRecord<K, V> record, long timestamp) {
        if (exist) {
            record.installedEarly();
            int coordinator = timestamps.coordinator(timestamp);
            installed[coordinator] = Math.max(installed[coordinator], timestamp);
        }
    }

    /** Whether an early version with this timestamp is durable by now. */
    boolean isDurable(long timestamp) {
        return timestamp <= durable[timestamps.coordinator(timestamp)];
    }

    /** Whether all early versions are durable by now. */
    boolean areAllDurable() {
        for (int i = 0; i < durable.length; i++) {
            if (installed[i] > durable[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the access must wait until the record's newest version is durable. */
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
        long early = record.earlyTimestamp();
        if (early == Timestamps.NONE) {
            return false;
        }
        return timestamps.coordinator(early) != access.coordinator && !isDurable(early);
    }

    /**
     * An access was queued at the record; registers the record if the access waits for a durable
     * version.
     */
    void enqueued(Access<K, V> access, KeyRecord<K, V> record) {
        if (mustWait(access, record) && !record.awaitLog()) {
            awaited.get(timestamps.coordinator(record.earlyTimestamp())).add(record);
        }
    }

    /** Everything that the coordinator has decided up to a timestamp is durable. */
    void durable(int coordinator, long timestamp) {
        durable[coordinator] = Math.max(durable[coordinator], timestamp);
    }

    /**
     * As above, where accesses wait for it.
     *
     * @param released receives the records whose accesses no longer wait for this log
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
