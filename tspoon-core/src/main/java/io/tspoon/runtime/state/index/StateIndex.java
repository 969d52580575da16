/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.index;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexOrder;
import io.tspoon.index.IndexPosition;
import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexRange;
import io.tspoon.index.IndexStatus;
import io.tspoon.index.SortedEntries;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.state.cache.RecordCache;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An index of one instance of a state.
 *
 * <p>Invariant once it is ready: it has an entry, the part that it is about and the name of the
 * record, for each value that a reader may see: the newest one of each record, and each replaced
 * one that is kept for a reader. So an entry ends with the version that it stands for, and needs no
 * timestamp of its own. A reader looks at the version which its snapshot sees, and takes an entry
 * only if it stands for that one.
 *
 * <p>An index that cannot go on drops itself; scans serve then. Status may be asked by any thread;
 * all else is confined to the mailbox thread.
 *
 * @param <R> type of what names a record
 * @param <S> what records hold
 */
@Internal
public final class StateIndex<R, S> {
    private static final Logger LOG = LoggerFactory.getLogger(StateIndex.class);
    private static final int STEPS_PER_LOOK_AT_THE_CLOCK = 64;

    /** What an index needs of its operator. */
    public interface Host<R, S> {
        /** Name of the state and of the instance, for messages. */
        String name();

        /** The key that a record belongs to; null if it belongs to another state. */
        @Nullable Object key(R record);

        /** The partition that a record belongs to. */
        Object partition(R record);

        /** The value of the state within the content of a record. */
        @Nullable Object valueOf(@Nullable S content);

        /** The value in Flink's keyed state. */
        @Nullable Object readBacking(R record) throws Exception;

        /** Begins a scan of the records in Flink's keyed state. */
        KeyScan<R> scan();
    }

    private final IndexDefinition definition;
    private final Host<R, S> host;
    private final RecordCache<R, S> cache;
    private final long maxEntries;
    private final SortedEntries<R> entries = new SortedEntries<>();
    private @Nullable KeyScan<R> unseen;

    /** The same entries by partition; null until a procedure asks. */
    private @Nullable Map<Object, SortedEntries<R>> partitions;

    /** Snapshots below are of a time before the index. */
    private long lowestSnapshot = Long.MAX_VALUE;

    /** The part before the version that is being installed; null if there was no value. */
    private @Nullable Object before;

    private long installing;
    private volatile IndexStatus.Phase phase = IndexStatus.Phase.BUILDING;
    private volatile long size;
    private volatile long bytes;

    /**
     * @param maxEntries above which it drops itself
     */
    public StateIndex(
            IndexDefinition definition, Host<R, S> host, RecordCache<R, S> cache, long maxEntries) {
        this.definition = definition;
        this.host = host;
        this.cache = cache;
        this.maxEntries = maxEntries;
    }

    public IndexDefinition definition() {
        return definition;
    }

    public IndexStatus status() {
        return new IndexStatus(definition.name(), definition.pointer(), phase, size, bytes);
    }

    /** Whether it has all that a snapshot sees. */
    public boolean serves(long snapshot) {
        return phase == IndexStatus.Phase.READY && snapshot >= lowestSnapshot;
    }

    private boolean isLive() {
        return lowestSnapshot != Long.MAX_VALUE && phase != IndexStatus.Phase.DROPPED;
    }

    // ------------------------------------------------------------------ building

    /**
     * Begins to follow what is installed. All that is there now must be in Flink's keyed state.
     *
     * @param applied highest timestamp of what is installed
     */
    void begin(long applied) {
        lowestSnapshot = applied;
        unseen = host.scan();
    }

    /**
     * Adds what was there in the beginning, for a while.
     *
     * @param untilNanos when to stop, on the clock of {@link System#nanoTime}
     * @return whether that is over
     */
    public boolean build(long untilNanos) {
        KeyScan<R> records = unseen;
        if (records == null || !isLive()) {
            return true;
        }
        try {
            int steps = 0;
            while (isLive() && records.hasNext()) { // it may drop itself
                addNewest(records.next());
                if (++steps % STEPS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() >= untilNanos) {
                    publish();
                    return false;
                }
            }
            if (isLive()) {
                phase = IndexStatus.Phase.READY;
            }
            close();
        } catch (Exception e) {
            drop(e);
        }
        publish();
        return true;
    }

    private void addNewest(R record) throws Exception {
        KeyRecord<R, S> cached = cache.peek(record);
        Object value = cached == null ? host.readBacking(record) : host.valueOf(cached.installed());
        Object part = part(record, value);
        if (part != null) {
            add(part, record);
        }
    }

    // ------------------------------------------------------------------ following

    void installing(KeyRecord<R, S> record, long timestamp) {
        if (isLive()) {
            installing = timestamp;
            before = partOf(record.key(), record.installed());
        }
    }

    void installed(KeyRecord<R, S> record) {
        if (!isLive()) {
            return;
        }
        R name = record.key();
        if (record.installedTimestamp() != installing) { // it is older than the newest version
            addIfThere(partOf(name, record.kept(installing)), name);
            return;
        }
        Object after = partOf(name, record.installed());
        if (areSame(before, after)) {
            return;
        }
        Object replaced = before;
        if (replaced != null && isKept(record, replaced)) {
            add(replaced, name); // which is not there if the build has not come to it
        } else if (replaced != null) {
            remove(replaced, name);
        }
        addIfThere(after, name);
        publish();
    }

    private void addIfThere(@Nullable Object part, R name) {
        if (part != null) {
            add(part, name);
        }
    }

    /**
     * A version is gone. Its record may have been evicted meanwhile, so that another object is in
     * its place.
     */
    void dropped(KeyRecord<R, S> record, @Nullable S content) {
        if (!isLive()) {
            return;
        }
        R name = record.key();
        Object part = partOf(name, content);
        if (part == null) {
            return;
        }
        try {
            KeyRecord<R, S> current = cache.peek(name);
            Object newest =
                    current == null
                            ? part(name, host.readBacking(name))
                            : partOf(name, current.installed());
            if (!areSame(part, newest) && (current == null || !isKept(current, part))) {
                remove(part, name);
                publish();
            }
        } catch (Exception e) {
            drop(e);
        }
    }

    private boolean isKept(KeyRecord<R, S> record, Object part) {
        return record.keeps(content -> areSame(part, partOf(record.key(), content)));
    }

    private static boolean areSame(@Nullable Object a, @Nullable Object b) {
        return a == b || (a != null && b != null && IndexOrder.compare(a, b) == 0);
    }

    /** The part of a record's content; null if it has none, or the index is dropped now. */
    private @Nullable Object partOf(R record, @Nullable S content) {
        if (content == null) {
            return null;
        }
        try {
            return part(record, host.valueOf(content));
        } catch (RuntimeException e) {
            drop(e);
            return null;
        }
    }

    private @Nullable Object part(R record, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        Object key = host.key(record);
        return key == null ? null : definition.of(key, value);
    }

    private void remove(Object part, R name) {
        entries.remove(part, name);
        Map<Object, SortedEntries<R>> all = partitions;
        if (all != null) {
            Object partition = host.partition(name);
            SortedEntries<R> own = all.get(partition);
            if (own != null && own.remove(part, name) && own.size() == 0) {
                all.remove(partition);
            }
        }
    }

    private void add(Object part, R name) {
        if (!isLive()) {
            return; // what was added before it has dropped it
        }
        boolean added = entries.add(part, name);
        Map<Object, SortedEntries<R>> all = partitions;
        if (all != null) {
            addTo(all, part, name);
        }
        if (added && entries.size() > maxEntries) {
            LOG.warn(
                    "[TSP-2260] Dropping index: it has more entries than it may have, so scans"
                            + " serve from now on, {}, index={}, max-index-entries={}. Set a larger"
                            + " max-index-entries, raise the parallelism, or leave the index out",
                    host.name(),
                    definition.name(),
                    maxEntries);
            drop();
        }
    }

    private void addTo(Map<Object, SortedEntries<R>> all, Object part, R name) {
        all.computeIfAbsent(host.partition(name), any -> new SortedEntries<>()).add(part, name);
    }

    // ------------------------------------------------------------------ asking

    /**
     * The entries of a partition, among them some of replaced versions. The first call makes them
     * for all partitions, and waits until the index is built.
     */
    public SortedEntries<R> ofPartition(Object partition) {
        build(Long.MAX_VALUE);
        if (phase != IndexStatus.Phase.READY) {
            throw new IllegalStateException(
                    "[TSP-2265] Cannot ask index: it is dropped, "
                            + host.name()
                            + ", index="
                            + definition.name()
                            + ", max-index-entries="
                            + maxEntries
                            + ". A warning in the log says why. If it was too large, set a larger"
                            + " max-index-entries.");
        }
        Map<Object, SortedEntries<R>> all = partitions;
        if (all == null) {
            Map<Object, SortedEntries<R>> made = new HashMap<>();
            entries.visit(
                    IndexRange.ALL,
                    false,
                    null,
                    (part, name) -> {
                        addTo(made, part, name);
                        return true;
                    });
            partitions = made;
            all = made;
        }
        SortedEntries<R> own = all.get(partition);
        return own == null ? new SortedEntries<>() : own;
    }

    /** Entries that were found so far: the names of their records, and their values. */
    public record Found<R>(List<R> names, List<Object> values) {
        public Found() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        private void add(R name, @Nullable Object value) {
            names.add(name);
            values.add(Objects.requireNonNull(value)); // who has no value has no part
        }

        public int size() {
            return names.size();
        }
    }

    /**
     * Goes on with a question. Its answer is worthless if the index does not serve any more then.
     *
     * @param snapshot that it {@link #serves}
     * @param untilNanos when to stop
     * @param found receives entries, each once
     * @return where to go on; null if there is no more
     */
    public @Nullable IndexPosition find(
            IndexQuery query, long snapshot, long untilNanos, Found<R> found) throws Exception {
        Finding finding = new Finding(query, snapshot, untilNanos, found);
        IndexPosition position = query.after();
        boolean descending = query.descending();
        List<IndexRange> ranges = query.ranges();
        int begin = SortedEntries.firstFrom(ranges, descending, position);
        for (int i = begin; i < ranges.size(); i++) {
            IndexRange range = ranges.get(descending ? ranges.size() - 1 - i : i);
            if (!finding.hasTime()) {
                return SortedEntries.beginOf(range, descending);
            }
            IndexPosition left =
                    entries.visit(range, descending, i == begin ? position : null, finding);
            if (finding.failure instanceof RuntimeException failed) {
                drop(failed);
                return null;
            }
            if (finding.failure != null) {
                throw finding.failure;
            }
            if (left != null) {
                return left;
            }
        }
        return null;
    }

    /** Takes the entries that stand for what a snapshot sees. */
    private final class Finding implements SortedEntries.Visitor<R> {
        private final IndexQuery query;
        private final long snapshot;
        private final long untilNanos;
        private final Found<R> found;
        private int steps;
        private @Nullable Exception failure;

        Finding(IndexQuery query, long snapshot, long untilNanos, Found<R> found) {
            this.query = query;
            this.snapshot = snapshot;
            this.untilNanos = untilNanos;
            this.found = found;
        }

        @Override
        public boolean visit(Object part, R name) {
            try {
                Object value = seen(name);
                if (areSame(part, part(name, value))) {
                    found.add(name, value);
                }
            } catch (Exception e) {
                failure = e;
                return false;
            }
            return found.size() < query.most() && hasTime();
        }

        boolean hasTime() {
            return ++steps % STEPS_PER_LOOK_AT_THE_CLOCK != 0 || System.nanoTime() < untilNanos;
        }

        private @Nullable Object seen(R name) throws Exception {
            KeyRecord<R, S> cached = cache.peek(name);
            return cached == null
                    ? host.readBacking(name)
                    : host.valueOf(cached.installedUpTo(snapshot));
        }
    }

    // ------------------------------------------------------------------ end

    private void drop(Exception why) {
        LOG.warn(
                "[TSP-2261] Dropping index: its function has thrown an exception for a value that"
                        + " was written before, so scans serve from now on, {}, index={}. Let the"
                        + " function take every value of the state, and depend on nothing else",
                host.name(),
                definition.name(),
                why);
        drop();
    }

    private void drop() {
        phase = IndexStatus.Phase.DROPPED;
        entries.clear();
        partitions = null;
        close();
        publish();
    }

    private void publish() {
        size = entries.size();
        bytes = partitions == null ? entries.bytes() : 2 * entries.bytes();
    }

    void close() {
        if (unseen != null) {
            unseen.close();
            unseen = null;
        }
    }

    /** The names of all records with their parts, for tests. */
    List<String> dump() {
        List<String> all = new ArrayList<>();
        entries.visit(IndexRange.ALL, false, null, (part, name) -> all.add(part + "=" + name));
        return all;
    }
}
