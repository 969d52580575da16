/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.SnapshotPins;
import io.tspoon.read.RareWarning;
import io.tspoon.read.ReadException;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Bounds the pins of readers in number, time and memory, and maintains the retention. Pins that are
 * given up before their time are counted, and logged now and then. Confined to the mailbox thread.
 */
final class PinLeases<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(PinLeases.class);

    /** Short, because what an open pin keeps grows with every write. */
    private static final Duration LONGEST_OPEN = Duration.ofSeconds(3);

    private static final int MAX_PINS = 1_024;
    private static final int MAX_KEPT = 1_000_000;
    private static final int REMEMBERED = 1_024;

    private final StateInstance<?, ?> description;
    private final int place;
    private final ReadFailures failures;
    private final InstalledVersions<K, V> versions;
    private final SnapshotPins<K, V> pins;
    private final ReadMetrics metrics;
    private final int retainedVersions;
    private final RareWarning tooManyPins = RareWarning.eachMinute();
    private final RareWarning tooManyKept = RareWarning.eachMinute();
    private final RareWarning tooManyRetained = RareWarning.eachMinute();

    private final Map<Long, Lease> leases = new HashMap<>();

    /**
     * Pins that nobody reads at the moment but somebody may continue with, longest unread first.
     */
    private final Set<Long> unread = new LinkedHashSet<>();

    /** Pins whose release arrived before the pin itself; only the most recent ones. */
    private final ArrayDeque<Long> overtaken = new ArrayDeque<>();

    private static final class Lease {
        /** The time at which it ends, on the clock of {@link System#nanoTime}. */
        private long end;

        /** The number of readers that have settled the pin and have not said that they are done. */
        private int readers;
    }

    PinLeases(
            StateInstance<?, ?> description,
            int place,
            InstalledVersions<K, V> versions,
            ReadMetrics metrics,
            int retainedVersions) {
        this.description = description;
        this.place = place;
        this.failures = new ReadFailures(description);
        this.metrics = metrics;
        this.versions = versions;
        this.pins = versions.pins();
        this.retainedVersions = retainedVersions;
    }

    /**
     * The id of a pin among those of the operator. Readers pin all states with one id. States that
     * share a key share the pins, but each of them releases its own pin.
     */
    long idOf(long pin) {
        return pin + place;
    }

    /** Pins everything that is read from now on; returns the highest timestamp that was applied. */
    long pin(long pin, Duration lease) {
        if (overtaken.contains(pin)) {
            throw failures.of(
                    ReadException.Reason.SNAPSHOT_TOO_OLD,
                    "[TSP-2316] Cannot read state: the pin was given up");
        }
        if (!leases.containsKey(pin)) {
            makeRoom();
        }
        renew(pin, lease, LONGEST_OPEN);
        pins.pin(idOf(pin), versions.applied());
        return versions.applied();
    }

    void settle(long pin, long snapshot, Duration lease) {
        if (!pins.settle(idOf(pin), snapshot)) {
            throw failures.tooOld(snapshot, pins.horizon());
        }
        renew(pin, lease, ReadableState.LONGEST_DURATION).readers++;
        unread.remove(pin);
    }

    /** One reader is done; the pin stays for a reader that continues with it. */
    void keep(long pin, Duration lease) {
        Lease known = leases.get(pin);
        if (known == null || pins.snapshotOf(idOf(pin)) == null) {
            throw failures.of(
                    ReadException.Reason.SNAPSHOT_TOO_OLD,
                    "[TSP-2316] Cannot read state: the pin was given up");
        }
        known.readers = Math.max(0, known.readers - 1);
        renew(pin, lease, ReadableState.LONGEST_DURATION);
        if (known.readers == 0) {
            unread.remove(pin);
            unread.add(pin);
        }
    }

    void unpin(long pin) {
        if (!end(pin)) {
            if (overtaken.size() == REMEMBERED) {
                overtaken.remove();
            }
            overtaken.add(pin);
        }
    }

    /**
     * Makes room at the limit: pins that are being read take precedence over those that only may
     * be.
     */
    private void makeRoom() {
        if (leases.size() < MAX_PINS) {
            return;
        }
        Iterator<Long> oldest = unread.iterator();
        if (oldest.hasNext()) {
            if (end(oldest.next())) { // otherwise it was given up, and counted, for its versions
                gaveUp(1, tooManyPins, "snapshots", MAX_PINS);
            }
            return;
        }
        leases.keySet().removeIf(known -> !pins.isPinned(idOf(known))); // given up meanwhile
        if (leases.size() >= MAX_PINS) {
            throw failures.of(
                    ReadException.Reason.OVERLOADED,
                    "[TSP-2317] Cannot read state: too many snapshots are read, limit=" + MAX_PINS);
        }
    }

    /** Renews a lease, but never shortens one that another reader uses. */
    private Lease renew(long pin, Duration lease, Duration longest) {
        Duration bounded = lease.compareTo(longest) > 0 ? longest : lease;
        long end = System.nanoTime() + bounded.toNanos();
        Lease renewed = leases.computeIfAbsent(pin, id -> new Lease());
        if (renewed.readers == 0 || end - renewed.end > 0) {
            renewed.end = end;
        }
        return renewed;
    }

    /** Ends a pin; returns whether there was one. */
    private boolean end(long pin) {
        leases.remove(pin);
        unread.remove(pin);
        return pins.unpin(idOf(pin));
    }

    /** Begins the retention now: the whole state is here, but its history is not. */
    void beginRetention() {
        if (!description.retention().isZero()) {
            long now = Timestamps.ofEpochMs(System.currentTimeMillis());
            pins.retainFrom(Math.max(versions.applied(), now), retainedVersions);
        }
    }

    /**
     * Drops some of the versions that are no longer needed, and the oldest pins if they keep too
     * much.
     */
    void dropSome() {
        pins.releaseSome();
        int before = pins.size();
        while (pins.kept() > MAX_KEPT && pins.size() > 0) {
            pins.giveUpOldest();
        }
        if (pins.size() < before) {
            gaveUp(before - pins.size(), tooManyKept, "versions", MAX_KEPT);
        }
    }

    private void gaveUp(int count, RareWarning warning, String what, int limit) {
        metrics.gaveUp(count);
        long times = warning.occurred();
        if (times > 0) {
            LOG.warn(
                    "[TSP-2303] Cannot keep the oldest snapshots: too many {} are kept for readers,"
                        + " graph={}, state={}, instance={}, limit={}, times={}. Who goes on with"
                        + " them is told SNAPSHOT_TOO_OLD. Set a shorter tspoon.query.page-lease,"
                        + " or scan less at a time.",
                    what,
                    description.graph(),
                    description.state(),
                    description.index(),
                    limit,
                    times);
        }
    }

    /**
     * Ends pins whose time is over.
     *
     * @param stable up to where everything is applied
     */
    void tick(long stable) {
        long now = System.nanoTime();
        List<Long> over = new ArrayList<>();
        leases.forEach(
                (pin, lease) -> {
                    if (now - lease.end >= 0) {
                        over.add(pin);
                    }
                });
        over.forEach(this::end);
        dropSome();
        if (pins.horizon() != Long.MAX_VALUE) {
            retain(stable);
        }
        metrics.kept(pins.kept(), pins.retained());
    }

    private void retain(long stable) {
        long nowMs = System.currentTimeMillis();
        long from = Timestamps.ofEpochMs(nowMs - description.retention().toMillis());
        long asked = Math.max(pins.horizon(), Math.min(from, stable));
        pins.retainFrom(asked, retainedVersions);
        long times = pins.horizon() > asked ? tooManyRetained.occurred() : 0;
        if (times > 0) {
            LOG.warn(
                    "[TSP-2304] Cannot keep the past for as long as is set: too many versions,"
                        + " graph={}, state={}, instance={}, tspoon.{}.query-retained-versions={},"
                        + " retentionMs={}, keptMs={}, times={}. Raise the limit if there is heap,"
                        + " or set a shorter query-retention.",
                    description.graph(),
                    description.state(),
                    description.index(),
                    description.graph(),
                    retainedVersions,
                    description.retention().toMillis(),
                    Math.max(0, nowMs - Timestamps.epochMs(pins.horizon())),
                    times);
        }
    }
}
