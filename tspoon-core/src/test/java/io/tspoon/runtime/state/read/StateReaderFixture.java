/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.HotKey;
import io.tspoon.read.ReadException;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;
import io.tspoon.runtime.state.ManualMailbox;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.KeySample;
import io.tspoon.runtime.state.cache.KeySamples;
import io.tspoon.runtime.state.cache.MapBacking;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Durability;

import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A reader of a state beside the participant that writes it, and its mailbox. */
abstract class StateReaderFixture {
    static final Duration SECONDS = Duration.ofSeconds(180);
    static final long PIN = 7;

    final Map<Long, Long> keyedState = new HashMap<>();
    final ManualMailbox mailbox = new ManualMailbox();
    final TestHost host = new TestHost(0);
    final RecordCache<Long, Long> cache =
            new RecordCache<>(
                    new MapBacking<>(keyedState),
                    100,
                    UnaryOperator.identity(),
                    KeySamples.ungrouped());
    final Participant<Long, Long> participant =
            new Participant<>(
                    1,
                    new ParticipantRules<>(
                            new TimestampOrdering<>(),
                            ParticipantRules.KeptVersions.NEWEST,
                            Durability.LOG),
                    new InstalledVersions<>(
                            1, ParticipantRules.KeptVersions.NEWEST, shown(), this::installed));
    final ReadQueue queue =
            new ReadQueue(
                    mailbox,
                    "state[0]",
                    action -> mailbox.execute(action::run, "later"),
                    System::nanoTime,
                    this::ask);
    final KeyLists<Long, Long> keyLists =
            new KeyLists<>(
                    cache, () -> cache.trim(host.stable(), participant.versions().pins().lowest()));
    final RecordedMetrics metrics = new RecordedMetrics();
    private final ReadMetrics readMetrics = new ReadMetrics(metrics, List.of("balance"));
    StateReader<Long, Long, Long, Long> reader = reader(Duration.ZERO, 1);

    /** When versions may be shown. */
    InstalledVersions.Shown shown() {
        return InstalledVersions.Shown.WHEN_LOGGED;
    }

    private void ask() {
        reader.ask();
    }

    final StateReader<Long, Long, Long, Long> reader(Duration retention, int parallelism) {
        return reader(host, retention, parallelism);
    }

    final StateReader<Long, Long, Long, Long> reader(
            TestHost host, Duration retention, int parallelism) {
        return new StateReader<>(
                new StateInstance<>(
                        "graph",
                        "state",
                        0,
                        parallelism,
                        128,
                        1,
                        Types.LONG,
                        Types.LONG,
                        key -> null,
                        null,
                        "",
                        retention),
                host,
                queue,
                keyLists,
                participant.versions(),
                cache,
                readMetrics,
                1_000,
                List.of());
    }

    final void write(long key, long timestamp, Long value) throws Exception {
        Access<Long, Long> access = new Access<>() {};
        access.prepare(0, 0, timestamp, AccessMode.WRITE);
        participant.submit(access, record(key));
        access.write(value);
        participant.decide(0, 0, timestamp, Decision.COMMIT);
    }

    /** As who decides alone, with a log. */
    final void writeEarly(long key, long timestamp, long value) throws Exception {
        Access<Long, Long> access = new Access<>() {};
        access.prepare(0, 0, timestamp, AccessMode.UPDATE);
        assertThat(participant.grantOnePhase(access, record(key))).isTrue();
        access.write(value);
        participant.decideOnePhase(access, Decision.COMMIT);
    }

    final KeyRecord<Long, Long> record(long key) throws Exception {
        RecordCache.LookUp<Long, Long> lookUp = cache.lookUp(1);
        lookUp.add(key);
        lookUp.prefetch();
        return lookUp.record(0);
    }

    final Values<Long> read(List<Long> keys, long snapshot) throws Exception {
        return get(reader.read(keys, snapshot, SECONDS));
    }

    final <T> T get(CompletableFuture<T> future) throws Exception {
        mailbox.runAll();
        assertThat(future).isDone();
        return future.join();
    }

    final void assertFails(CompletableFuture<?> future, ReadException.Reason reason) {
        while (mailbox.tryYield()) {
            // until nothing is left to be done
        }
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ReadException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(reason))
                .hasMessageMatching("\\[TSP-23\\d\\d] Cannot read state: .*");
    }

    final class TestHost implements StateReader.Host<Long, Long> {
        final List<Long> awaited = new ArrayList<>();
        long stable = Long.MAX_VALUE;
        long highest;
        private final int place;

        TestHost(int place) {
            this.place = place;
        }

        @Override
        public int place() {
            return place;
        }

        @Override
        public @Nullable Object valueOf(@Nullable Long stored) {
            return stored;
        }

        @Override
        public long stable() {
            return stable;
        }

        @Override
        public long highest() {
            return Math.max(highest, participant.versions().applied());
        }

        @Override
        public @Nullable ChainStatus chainsOfOperator() {
            return null;
        }

        @Override
        public void awaitStable(long timestamp) {
            awaited.add(timestamp);
        }

        @Override
        public KeyScan<Long> scan() {
            return KeyScan.over(keyedState.keySet().stream());
        }

        @Override
        public @Nullable Object readBacking(Long key) {
            return keyedState.get(key);
        }

        @Override
        public Long record(Object key) {
            return (Long) key;
        }

        @Override
        public boolean has(Long record) {
            return true;
        }

        @Override
        public List<?> keys(List<Long> records) {
            return records;
        }

        @Override
        public <T> List<HotKey<T>> hottest(KeySample<Long> accessed, int most) {
            return List.of();
        }
    }

    private void installed(KeyRecord<Long, Long> record) {
        cache.markDirty((CachedRecord<Long, Long>) record);
    }
}
