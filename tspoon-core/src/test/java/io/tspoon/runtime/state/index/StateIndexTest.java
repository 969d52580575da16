/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.index;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexKind;
import io.tspoon.index.IndexPosition;
import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexRange;
import io.tspoon.index.IndexStatus;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.KeySamples;
import io.tspoon.runtime.state.cache.MapBacking;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Durability;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an index answers, against a look at all versions that were ever installed: with writes in
 * any order of timestamps, deletions, aborts, pins, a retention, and evictions.
 */
class StateIndexTest {
    private static final int KEYS = 12;
    private static final int OWNERS = 5;
    private static final long OPEN = -1;

    private final Map<Long, String> keyedState = new HashMap<>();
    private final RecordCache<Long, String> cache =
            new RecordCache<>(
                    new MapBacking<>(keyedState),
                    3,
                    UnaryOperator.identity(),
                    KeySamples.ungrouped());
    private final IndexDefinition byOwner =
            new IndexDefinition(
                    "owner", "/value/owner", IndexKind.TEXT, (key, value) -> owner((String) value));
    private StateIndex<Long, String> index = index(byOwner, 1_000);
    private OperatorIndexes<Long, String> indexes = OperatorIndexes.of(List.of(List.of(index)));
    private final InstalledVersions<Long, String> versions =
            new InstalledVersions<>(
                    1,
                    ParticipantRules.KeptVersions.NEWEST,
                    InstalledVersions.Shown.WHEN_INSTALLED,
                    new Forwarding());
    private final Participant<Long, String> participant =
            new Participant<>(
                    1,
                    new ParticipantRules<>(
                            new TimestampOrdering<>(),
                            ParticipantRules.KeptVersions.NEWEST,
                            Durability.CHECKPOINT),
                    versions);

    /** All that was ever installed, by key and timestamp; empty for a deletion. */
    private final Map<Long, NavigableMap<Long, String>> model = new HashMap<>();

    private final Map<Long, Long> snapshots = new HashMap<>();
    private final Map<Long, Long> lowest = new HashMap<>();
    private long pins;

    private final class Forwarding implements InstalledVersions.Installs<Long, String> {
        private InstalledVersions.Installs<Long, String> target() {
            return indexes.installs(record -> cache.markDirty((CachedRecord<Long, String>) record));
        }

        @Override
        public void installed(KeyRecord<Long, String> record) {
            target().installed(record);
        }

        @Override
        public void installing(KeyRecord<Long, String> record, long timestamp) {
            target().installing(record, timestamp);
        }

        @Override
        public void dropped(KeyRecord<Long, String> record, @Nullable String value) {
            target().dropped(record, value);
        }
    }

    private final class Host implements StateIndex.Host<Long, String> {
        @Override
        public String name() {
            return "graph=bank, state=accounts, instance=0";
        }

        @Override
        public Object key(Long record) {
            return record;
        }

        @Override
        public Object partition(Long record) {
            return record % 2;
        }

        @Override
        public @Nullable Object valueOf(@Nullable String content) {
            return content;
        }

        @Override
        public @Nullable Object readBacking(Long record) {
            return keyedState.get(record);
        }

        @Override
        public KeyScan<Long> scan() {
            return KeyScan.over(List.copyOf(keyedState.keySet()).stream());
        }
    }

    private StateIndex<Long, String> index(IndexDefinition definition, long maxEntries) {
        return new StateIndex<>(definition, new Host(), cache, maxEntries);
    }

    /** Values are an owner and something else that changes with each write. */
    private static @Nullable String owner(String value) {
        String owner = value.substring(0, value.indexOf('/'));
        return owner.isEmpty() ? null : owner;
    }

    private void write(long key, long timestamp, @Nullable String value, Decision decision)
            throws Exception {
        begin(0, key, timestamp, value);
        decide(0, key, timestamp, value, decision);
    }

    private void begin(int slot, long key, long timestamp, @Nullable String value)
            throws Exception {
        Access<Long, String> access = new Access<>() {};
        access.prepare(0, slot, timestamp, AccessMode.WRITE);
        participant.submit(access, cache.get(key));
        access.write(value);
    }

    private void decide(
            int slot, long key, long timestamp, @Nullable String value, Decision decision) {
        participant.decide(0, slot, timestamp, decision);
        assertThat(participant.nextWoken()).isNull();
        if (decision == Decision.COMMIT) {
            model.computeIfAbsent(key, any -> new TreeMap<>())
                    .put(timestamp, value == null ? "" : value);
        }
    }

    private List<String> seen(long snapshot, IndexRange range, boolean descending) {
        List<String> expected = new ArrayList<>();
        model.forEach(
                (key, installed) -> {
                    Map.Entry<Long, String> version = installed.floorEntry(snapshot);
                    if (version == null || version.getValue().isEmpty()) {
                        return;
                    }
                    Object part = byOwner.of(key, version.getValue());
                    boolean in =
                            io.tspoon.index.IndexOrder.compare(part, range.from()) >= 0
                                    && io.tspoon.index.IndexOrder.compare(part, range.to()) <= 0;
                    if (in) {
                        expected.add(key + "");
                    }
                });
        Collections.sort(expected);
        return expected;
    }

    private List<String> found(long snapshot, IndexRange range, boolean descending, int most)
            throws Exception {
        List<String> keys = new ArrayList<>();
        List<String> owners = new ArrayList<>();
        IndexQuery query = new IndexQuery("owner", List.of(range), descending, null, most);
        IndexPosition next;
        do {
            StateIndex.Found<Long> some = new StateIndex.Found<>();
            next = index.find(query, snapshot, Long.MAX_VALUE, some);
            for (int i = 0; i < some.size(); i++) {
                long key = some.names().get(i);
                keys.add(key + "");
                String value = model.get(key).floorEntry(snapshot).getValue();
                assertThat(some.values().get(i)).isEqualTo(value);
                owners.add(owner(value) == null ? "" : owner(value));
            }
            if (next != null) {
                query = query.after(next);
            }
        } while (next != null);
        List<String> sorted = new ArrayList<>(owners);
        Collections.sort(sorted);
        if (descending) {
            Collections.reverse(sorted);
        }
        assertThat(owners).isEqualTo(sorted);
        Collections.sort(keys);
        return keys;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void itAnswersAsALookAtAllVersionsDoes(int seed) throws Exception {
        Random random = new Random(seed);
        long clock = 0;
        for (int i = 0; i < 20; i++) {
            write(random.nextInt(KEYS), ++clock, value(random, i), Decision.COMMIT);
        }
        cache.writeBack();
        indexes.ready(versions.applied(), cache::writeBack);
        boolean built = false;
        for (int step = 0; step < 3_000; step++) {
            if (!built && random.nextInt(4) == 0) {
                built = index.build(System.nanoTime());
            }
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> {
                    clock += 1 + random.nextInt(3);
                    String value = random.nextInt(8) == 0 ? null : value(random, step);
                    write(random.nextInt(KEYS), clock, value, decision(random));
                }
                case 5 -> clock = writeTwice(random, clock, step);
                case 6 -> pin();
                case 7 -> settle(random, clock);
                case 8 -> unpin(random);
                case 9 -> cache.trim(clock, versions.pins().lowest());
                default -> ask(random, clock, seed + "/" + step);
            }
        }
        assertThat(built).isTrue();
        List.copyOf(snapshots.keySet()).forEach(this::unpinOne);
        for (int i = 0; i < 50; i++) {
            versions.pins().releaseSome();
        }
        assertHasNewestOnly();
    }

    private void assertHasNewestOnly() {
        List<String> expected = new ArrayList<>();
        model.forEach(
                (key, installed) -> {
                    String value = installed.lastEntry().getValue();
                    if (!value.isEmpty()) {
                        expected.add(byOwner.of(key, value) + "=" + key);
                    }
                });
        assertThat(index.dump()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(index.status().entries()).isEqualTo(expected.size());
        assertThat(index.status().phase()).isEqualTo(IndexStatus.Phase.READY);
    }

    private static String value(Random random, int step) {
        int owner = random.nextInt(OWNERS);
        return (owner == 0 ? "" : "o" + owner) + "/" + step;
    }

    /** Two transactions write without reading; the later one is decided first. */
    private long writeTwice(Random random, long clock, int step) throws Exception {
        long key = random.nextInt(KEYS);
        String earlier = value(random, step);
        String later = value(random, step);
        begin(0, key, clock + 1, earlier);
        begin(1, key, clock + 2, later);
        decide(1, key, clock + 2, later, Decision.COMMIT);
        if (random.nextInt(4) == 0) {
            pin();
        }
        decide(0, key, clock + 1, earlier, decision(random));
        return clock + 2;
    }

    private static Decision decision(Random random) {
        return random.nextInt(6) == 0 ? Decision.ABORT : Decision.COMMIT;
    }

    private void pin() {
        long pin = ++pins;
        versions.pins().pin(pin, versions.applied());
        lowest.put(pin, versions.applied());
        snapshots.put(pin, OPEN);
    }

    private void settle(Random random, long clock) {
        for (Map.Entry<Long, Long> pin : snapshots.entrySet()) {
            if (pin.getValue() == OPEN && random.nextBoolean()) {
                long snapshot = Math.max(lowest.get(pin.getKey()), clock - random.nextInt(3));
                assertThat(versions.pins().settle(pin.getKey(), snapshot)).isTrue();
                pin.setValue(snapshot);
            }
        }
    }

    private void unpin(Random random) {
        for (long pin : List.copyOf(snapshots.keySet())) {
            if (random.nextInt(3) == 0) {
                unpinOne(pin);
            }
        }
    }

    private void unpinOne(long pin) {
        versions.pins().unpin(pin);
        snapshots.remove(pin);
    }

    private void ask(Random random, long clock, String where) throws Exception {
        for (long snapshot : snapshots.values()) {
            if (snapshot < 0 || !index.serves(snapshot)) {
                continue;
            }
            boolean descending = random.nextBoolean();
            IndexRange range =
                    switch (random.nextInt(3)) {
                        case 0 -> IndexRange.only("o" + random.nextInt(OWNERS));
                        case 1 -> IndexRange.ALL;
                        default -> new IndexRange("o1", true, "o3", true);
                    };
            assertThat(found(snapshot, range, descending, 1 + random.nextInt(4)))
                    .as(where + ", snapshot " + snapshot + ", clock " + clock + ", " + range)
                    .isEqualTo(seen(snapshot, range, descending));
        }
    }

    /** More keys than one slice has; half of them only in the keyed state. */
    @Test
    void itIsBuiltInSlicesBesideWritesAndEvictions() throws Exception {
        Random random = new Random(3);
        int keys = 500;
        long clock = 0;
        for (int key = 0; key < keys; key++) {
            write(key, ++clock, value(random, key), Decision.COMMIT);
        }
        indexes.ready(versions.applied(), cache::writeBack);
        trim(clock, 40);
        int slices = 1;
        while (!index.build(System.nanoTime())) {
            slices++;
            assertThat(index.serves(clock)).isFalse();
            for (int i = 0; i < 20; i++) {
                String value = random.nextInt(4) == 0 ? null : value(random, i);
                write(random.nextInt(keys), ++clock, value, Decision.COMMIT);
            }
            trim(clock, 2);
        }

        assertThat(slices).isGreaterThan(4);
        assertThat(index.serves(clock)).isTrue();
        assertHasNewestOnly();
    }

    private void trim(long stable, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            cache.trim(stable, versions.pins().lowest());
        }
    }

    /** The record that has the version is not in the cache any more; another one is. */
    @Test
    void anEvictedRecordDropsNothingThatItsKeyHasAgain() throws Exception {
        indexes.ready(0, cache::writeBack);
        index.build(Long.MAX_VALUE);
        long clock = 0;
        write(1, ++clock, "o1/a", Decision.COMMIT);
        pin();
        for (int i = 0; i < 1_100; i++) { // more than are released at once
            write(2, ++clock, "o2/" + i, Decision.COMMIT);
        }
        write(1, ++clock, "o2/b", Decision.COMMIT);
        unpinOne(pins);
        for (long other = 3; other < 10; other++) {
            cache.get(other);
        }
        trim(clock, 20);
        for (long other = 3; other < 10 && cache.peek(1L) != null; other++) {
            cache.get(other); // so that the hand comes to the other one
            trim(clock, 1);
        }
        assertThat(cache.peek(1L)).isNull();

        write(1, ++clock, "o1/c", Decision.COMMIT);
        for (int i = 0; i < 5; i++) {
            versions.pins().releaseSome();
        }

        assertHasNewestOnly();
    }

    @Test
    void aboveItsCapItIsDropped() throws Exception {
        index = index(byOwner, 2);
        indexes = OperatorIndexes.of(List.of(List.of(index)));
        indexes.ready(0, cache::writeBack);
        assertThat(index.build(Long.MAX_VALUE)).isTrue();
        for (int key = 1; key <= 2; key++) {
            write(key, key, "o/1", Decision.COMMIT);
        }
        assertThat(index.serves(2)).isTrue();

        write(3, 3, "o/1", Decision.COMMIT);

        assertThat(index.serves(3)).isFalse();
        assertThat(index.status().phase()).isEqualTo(IndexStatus.Phase.DROPPED);
        assertThat(index.status().entries()).isZero();
        write(4, 4, "o/1", Decision.COMMIT);
        assertThat(index.dump()).isEmpty();
    }

    /** Of which the scan of keys is closed then. */
    @Test
    void aBuildEndsWithAnIndexThatDropsItself() throws Exception {
        for (int key = 1; key <= 5; key++) {
            write(key, key, "o/1", Decision.COMMIT);
        }
        index = index(byOwner, 2);
        indexes = OperatorIndexes.of(List.of(List.of(index)));
        indexes.ready(versions.applied(), cache::writeBack);

        assertThat(index.build(Long.MAX_VALUE)).isTrue();

        assertThat(index.status().phase()).isEqualTo(IndexStatus.Phase.DROPPED);
        assertThat(index.status().entries()).isZero();
        assertThat(index.dump()).isEmpty();
    }

    /** The build has not come to the key, and will find the newer value there. */
    @Test
    void aValueThatAPinKeepsDuringTheBuildHasAnEntry() throws Exception {
        write(1, 1, "o1/a", Decision.COMMIT);
        indexes.ready(versions.applied(), cache::writeBack);
        pin();
        write(1, 2, "o2/b", Decision.COMMIT);
        index.build(Long.MAX_VALUE);

        assertThat(index.serves(1)).isTrue();
        assertThat(found(1, IndexRange.only("o1"), false, 10)).containsExactly("1");
        unpinOne(pins);
        for (int i = 0; i < 5; i++) {
            versions.pins().releaseSome();
        }
        assertHasNewestOnly();
    }

    @Test
    void aFunctionThatThrowsForAnOldValueDropsIt() throws Exception {
        write(1, 1, "nobody", Decision.COMMIT);

        indexes.ready(1, cache::writeBack);
        index.build(Long.MAX_VALUE);

        assertThat(index.status().phase()).isEqualTo(IndexStatus.Phase.DROPPED);
        write(1, 2, "nobody", Decision.COMMIT);
    }

    @Test
    void snapshotsFromBeforeItAreNotServed() throws Exception {
        write(1, 5, "o/1", Decision.COMMIT);
        indexes.ready(versions.applied(), cache::writeBack);
        index.build(Long.MAX_VALUE);

        assertThat(index.serves(4)).isFalse();
        assertThat(index.serves(5)).isTrue();
    }
}
