/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.KeyValues;
import io.tspoon.runtime.shape.RecordPerKey;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that come from a log in any order, for many more keys than are kept at hand. */
class LoggedValuesTest {
    private static final long SEED = 20260713;
    private static final int CAPACITY = 100;
    private static final int KEYS = 5_000;
    private static final int VERSIONS = 4;
    private static final int ROWS = 64;

    private record Version(long key, int place, long timestamp, boolean isDeleted) {}

    private final Random random = new Random(SEED);
    private int mostAtHand;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void newestOfEachKeyStaysAndFewRecordsAreAtHand(int states) throws Exception {
        List<Version> versions = versions(states);
        Map<Long, @Nullable Object[]> stored = new HashMap<>();
        for (long key = 0; key < KEYS; key++) {
            stored.put(key, new Object[] {-key, -key, -key});
        }

        replay(versions, stored, states);

        assertThat(mostAtHand).as("records at hand").isLessThan(2 * CAPACITY + ROWS);
        versions.sort((a, b) -> Long.compare(a.timestamp, b.timestamp));
        Map<Long, @Nullable Object[]> expected = new TreeMap<>();
        for (long key = 0; key < KEYS; key++) {
            expected.put(key, new Object[] {-key, -key, -key});
        }
        for (Version version : versions) {
            expected.get(version.key)[version.place] =
                    version.isDeleted ? null : (Object) version.timestamp;
        }
        for (long key = 0; key < KEYS; key++) {
            assertThat(stored.get(key))
                    .as("seed %s, states %s, key %s", SEED, states, key)
                    .containsExactly(expected.get(key));
        }
    }

    /** Each key is written some times, in one of the states; the order is any. */
    private List<Version> versions(int states) {
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < KEYS * VERSIONS; i++) {
            long key = random.nextInt(KEYS);
            versions.add(new Version(key, random.nextInt(states), i + 1, random.nextInt(5) == 0));
        }
        Collections.shuffle(versions, random);
        return versions;
    }

    private <V> void replay(
            List<Version> versions, Map<Long, @Nullable Object[]> stored, int states)
            throws Exception {
        RecordCache<Long, V> cache =
                new RecordCache<>(
                        new Stored<>(stored, states),
                        CAPACITY,
                        UnaryOperator.identity(),
                        KeySamples.ungrouped());
        StateOperatorPlan<Long, Long, V, Long> plan = plan(states);
        InstalledVersions<Long, V> installed =
                plan.settings()
                        .regime()
                        .versions(
                                1,
                                plan.traits(),
                                record -> cache.markDirty((CachedRecord<Long, V>) record));
        LoggedValues<Long, V> logged = new LoggedValues<>(plan, installed, cache);
        for (int from = 0; from < versions.size(); from += ROWS) {
            List<Version> rows = versions.subList(from, Math.min(from + ROWS, versions.size()));
            long highest = rows.stream().mapToLong(Version::timestamp).max().orElseThrow();
            assertThat(logged.replay(block(rows))).isEqualTo(highest);
            mostAtHand = Math.max(mostAtHand, cache.size());
        }
        logged.end();
        cache.writeBack();
    }

    private static FragmentRows block(List<Version> rows) throws IOException {
        CoordinatorToParticipant sent = new CoordinatorToParticipant(0);
        FragmentRows block = sent.fragments();
        for (Version row : rows) {
            if (row.isDeleted) {
                block.appendDeletion(row.timestamp);
            } else {
                block.append(0, row.timestamp);
            }
            block.payload().writeByte(row.place);
            block.payload().writeLong(row.key);
            if (!row.isDeleted) {
                block.payload().writeLong(row.timestamp);
            }
        }
        sent.markReplay();
        return SentBlocks.received(sent).fragments();
    }

    // ------------------------------------------------------------------ around it

    /** As Flink's keyed state, which knows no timestamps, in the form that records have. */
    private record Stored<V>(Map<Long, @Nullable Object[]> values, int states)
            implements RecordCache.BackingState<Long, V> {
        @Override
        @SuppressWarnings("unchecked")
        public @Nullable V read(Long key) {
            Object[] all = values.get(key);
            return states == 1 ? (V) all[0] : (V) KeyValues.of(all.clone());
        }

        @Override
        public void write(Long key, @Nullable V value) {
            Object[] all = values.get(key);
            if (states == 1) {
                all[0] = value;
                return;
            }
            KeyValues written = (KeyValues) value;
            for (int place = 0; place < states; place++) {
                if (written.isUnsaved(place)) {
                    all[place] = written.get(place);
                }
            }
            written.saved();
        }
    }

    @SuppressWarnings("unchecked") // what records hold follows from the number of states
    private static <V> StateOperatorPlan<Long, Long, V, Long> plan(int count) {
        LongSerializer longs = LongSerializer.INSTANCE;
        List<StatePlan<?, ?, ?>> states = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            states.add(
                    new StatePlan<Long, Long, Long>(
                            "state" + place,
                            AccessModes.always(AccessMode.UPDATE),
                            (element, value, transaction) -> {},
                            Types.LONG,
                            longs,
                            longs,
                            InitialValue.constant(0L, longs),
                            null,
                            ""));
        }
        return new StateOperatorPlan<>(
                new GraphSettings(
                        "graph",
                        IsolationLevel.PL3,
                        ConcurrencyControl.LOCK_BASED,
                        8,
                        8,
                        1,
                        CAPACITY,
                        60_000,
                        50,
                        false,
                        null,
                        null),
                task -> key -> 0,
                0,
                element -> element,
                longs,
                RecordPerKey.of(Types.LONG, longs),
                (ValueShape<Long, V, Long>) ValueShape.of(states),
                List.of(),
                new boolean[] {false},
                new boolean[] {false});
    }
}
