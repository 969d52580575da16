/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.protocol.Timestamps;
import io.tspoon.read.ReadException;
import io.tspoon.read.Values;
import io.tspoon.runtime.log.LoggedMessages;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

class StateReaderTest extends StateReaderFixture {
    @Test
    void aSnapshotSeesWhatWasThere() throws Exception {
        write(1L, 10, 100L);
        long snapshot = get(reader.pin(PIN, SECONDS));
        assertThat(snapshot).isEqualTo(10);
        write(1L, 20, 200L);
        write(1L, 30, 300L);
        get(reader.settle(PIN, snapshot, SECONDS));

        assertThat(read(List.of(1L, 2L), snapshot).values()).containsExactly(100L, null);
        Values<Long> newest = get(reader.readNewest(List.of(1L), 0, SECONDS));
        assertThat(newest.values()).containsExactly(300L);
        assertThat(newest.newest()).isEqualTo(30);
    }

    @Test
    void aReadWaitsUntilEverythingBeforeIsApplied() throws Exception {
        host.stable = 10;
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 15, SECONDS));

        CompletableFuture<Values<Long>> read = reader.read(List.of(1L), 15, SECONDS);
        mailbox.runAll();
        assertThat(read).isNotDone();
        assertThat(host.awaited).containsExactly(15L);

        write(1L, 12, 120L);
        host.stable = 20;
        reader.advanced();
        assertThat(get(read).values()).containsExactly(120L);
    }

    @Test
    void theNewestValueIsShownWhenItIsDurable() throws Exception {
        host.stable = 10;
        write(1L, 9, 90L);
        writeEarly(1L, 12, 120L);

        CompletableFuture<Values<Long>> read = reader.readNewest(List.of(1L), 0, SECONDS);
        mailbox.runAll();
        reader.advanced();
        mailbox.runAll();
        assertThat(read).isNotDone();

        participant.durable(0, 12);
        reader.advanced();
        Values<Long> newest = get(read);
        assertThat(newest.values()).containsExactly(120L);
        assertThat(newest.newest()).isEqualTo(12);
    }

    @Test
    void aValueThatDoesNotBecomeDurableInTimeIsNotShown() throws Exception {
        writeEarly(1L, 12, 120L);
        assertThat(participant.versions().isAllDurable()).isFalse();

        CompletableFuture<Values<Long>> late = reader.readNewest(List.of(1L), 0, Duration.ZERO);
        CompletableFuture<Values<Long>> gone = reader.readNewest(List.of(1L), 0, SECONDS);
        mailbox.runAll();
        reader.tick();
        assertFails(late, ReadException.Reason.TIMEOUT);
        assertThat(gone).isNotDone();

        reader.close();
        assertFails(gone, ReadException.Reason.GONE);
    }

    /** Else a read that goes on from there might not see what was seen. */
    @Test
    void aValueThatLeftTheCacheIsAsNewAsAllThatIsStable() throws Exception {
        for (long key = 0; key < 200; key++) {
            write(key, 10 + key, key);
        }
        host.stable = 150;
        for (int i = 0; i < 100; i++) {
            cache.trim(host.stable, Long.MAX_VALUE);
        }
        long evicted =
                LongStream.range(0, 200).filter(key -> cache.peek(key) == null).max().orElseThrow();

        Values<Long> newest = get(reader.readNewest(List.of(evicted), 0, SECONDS));
        assertThat(newest.values()).containsExactly(evicted);
        assertThat(newest.newest()).isEqualTo(150);
        write(evicted, 300, -1L);
        assertThat(get(reader.readNewest(List.of(evicted), 0, SECONDS)).newest()).isEqualTo(300);

        host.stable = Long.MAX_VALUE; // the input has ended
        assertThat(get(reader.readNewest(List.of(1_000L), 0, SECONDS)).newest()).isEqualTo(300);
    }

    @Test
    void aReadThatWaitsTooLongFails() throws Exception {
        host.stable = 10;
        CompletableFuture<Values<Long>> read = reader.readNewest(List.of(1L), 15, Duration.ZERO);
        mailbox.runAll();
        reader.tick();

        assertFails(read, ReadException.Reason.TIMEOUT);
    }

    /** A coordinator whose clock is behind goes only as far as it was told. */
    @Test
    void asksAgainWhenWhatIsAwaitedWasSeen() throws Exception {
        host.stable = 10;
        host.highest = 12;
        CompletableFuture<Values<Long>> read = reader.readNewest(List.of(1L), 15, SECONDS);
        mailbox.runAll();
        assertThat(host.awaited).containsExactly(15L);

        reader.advanced();
        assertThat(host.awaited).as("nothing is new").containsExactly(15L);
        host.highest = 15;
        reader.advanced();

        assertThat(host.awaited).containsExactly(15L, 15L);
        assertThat(read).isNotDone();
    }

    @Test
    void whatNobodyPinnedIsTooOld() throws Exception {
        write(1L, 10, 100L);

        assertFails(reader.read(List.of(1L), 10, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
        assertFails(reader.settle(PIN, 10, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
        assertFails(reader.keys(PIN, 10), ReadException.Reason.SNAPSHOT_TOO_OLD);
    }

    @Test
    void aPinEndsWithItsLease() throws Exception {
        write(1L, 10, 100L);
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 10, Duration.ZERO));
        assertThat(read(List.of(1L), 10).values()).containsExactly(100L);

        reader.tick();

        assertFails(reader.read(List.of(1L), 10, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
    }

    @Test
    void withARetentionAnyTimestampCanBeRead() throws Exception {
        reader = reader(Duration.ofMinutes(1), 1);
        keyedState.put(1L, 1L);
        reader.tick();
        long restored = Timestamps.ofEpochMs(System.currentTimeMillis()) - 1;
        reader.restored();
        reader.tick();
        // What was before is not known.
        assertFails(
                reader.read(List.of(1L), restored, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
        long now = Timestamps.ofEpochMs(System.currentTimeMillis() + 10);
        host.stable = now + 100;
        write(1L, now + 10, 100L);
        write(1L, now + 20, 200L);

        assertThat(read(List.of(1L), now + 15).values()).containsExactly(100L);
        assertThat(read(List.of(1L), now + 25).values()).containsExactly(200L);
        long before = Timestamps.ofEpochMs(System.currentTimeMillis() - 70_000);
        assertFails(
                reader.read(List.of(1L), before, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
    }

    @Test
    void aRetentionOfTooManyVersionsIsShorter() throws Exception {
        reader = reader(Duration.ofMinutes(1), 1);
        reader.restored();
        long now = Timestamps.ofEpochMs(System.currentTimeMillis() + 10);
        host.stable = now + 2_000;
        try (LoggedMessages messages = new LoggedMessages(PinLeases.class)) {
            for (int i = 0; i < 1_000; i++) {
                write(1L, now + i, 1L);
            }
            reader.tick();
            assertThat(messages.all()).isEmpty();
            assertThat(metrics.value("retainedVersions")).isPositive();

            for (int i = 1_000; i < 1_500; i++) {
                write(1L, now + i, 1L);
                reader.tick();
            }
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .contains("tspoon.graph.query-retained-versions=1000, retentionMs=60000, ");
        }
        assertThat(metrics.value("retainedVersions")).isEqualTo(1_000);
        assertFails(
                reader.read(List.of(1L), now + 400, SECONDS),
                ReadException.Reason.SNAPSHOT_TOO_OLD);
    }

    /** Also by those who asked. */
    @Test
    void readsAreCountedAsTheyEnd() throws Exception {
        host.stable = 10;
        write(1L, 9, 90L);
        write(2L, 10, 100L);
        CompletableFuture<?> late = reader.readNewest(List.of(1L), 15, Duration.ZERO);
        CompletableFuture<?> dropped = reader.readNewest(List.of(1L), 15, SECONDS);
        CompletableFuture<?> waiting = reader.readNewest(List.of(1L), 15, SECONDS);
        mailbox.runAll();
        assertThat(metrics.value("readsUnderWay")).isEqualTo(3);

        reader.tick();
        dropped.completeExceptionally(new TimeoutException());
        assertFails(late, ReadException.Reason.TIMEOUT);
        assertThat(metrics.value("timedOutReads")).isEqualTo(2);
        assertThat(metrics.value("readsUnderWay")).isEqualTo(1);

        host.stable = 20;
        reader.advanced();
        mailbox.runAll();
        assertThat(waiting).isCompleted();
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 20, SECONDS));
        assertFails(reader.keys(PIN, 1), ReadException.Reason.TOO_LARGE);
        assertFails(reader.read(List.of(1L), 5, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
        get(reader.keyCount());

        assertThat(metrics.value("answeredReads")).isEqualTo(1);
        assertThat(metrics.value("refusedReads")).isEqualTo(1);
        assertThat(metrics.value("timedOutReads")).isEqualTo(2);
        assertThat(metrics.value("readsUnderWay")).isZero();
    }

    @Test
    void theFutureIsRefused() {
        host.stable = 1;
        long future = Timestamps.ofEpochMs(System.currentTimeMillis() + 120_000);

        assertFails(
                reader.readNewest(List.of(1L), future, SECONDS), ReadException.Reason.IN_FUTURE);
        assertThat(host.awaited).isEmpty();
    }

    @Test
    void keysOfOtherInstancesAreRefused() {
        reader = reader(Duration.ZERO, 2);
        long other =
                LongStream.range(0, 100)
                        .filter(key -> reader.description().ownerOf(key) == 1)
                        .findFirst()
                        .orElseThrow();

        assertFails(reader.readNewest(List.of(other), 0, SECONDS), ReadException.Reason.GONE);
    }

    @Test
    void aReadThatGoesWrongFailsAlone() throws Exception {
        List<Long> keys = new ArrayList<>();
        keys.add(null);

        CompletableFuture<Values<Long>> wrong = reader.readNewest(keys, 0, SECONDS);
        CompletableFuture<Values<Long>> right = reader.readNewest(List.of(1L), 0, SECONDS);
        mailbox.runAll();

        assertThat(wrong).isCompletedExceptionally();
        assertThat(right).isCompleted();
    }

    /** Both have the pins of their participant; each lets go of its own. */
    @Test
    void readersOfTwoStatesPinForThemselves() throws Exception {
        StateReader<Long, Long, Long, Long> other = reader(new TestHost(1), Duration.ZERO, 1);
        write(1L, 10, 100L);
        get(reader.pin(PIN, SECONDS));
        get(other.pin(PIN, SECONDS));
        get(reader.settle(PIN, 10, SECONDS));
        get(other.settle(PIN, 10, SECONDS));
        write(1L, 20, 200L);

        reader.unpin(PIN);
        mailbox.runAll();

        assertThat(participant.versions().pins().size()).isEqualTo(1);
        assertThat(get(other.read(List.of(1L), 10, SECONDS)).values()).containsExactly(100L);
        assertThat(get(other.keys(PIN, 10))).containsExactly(1L);
        other.unpin(PIN);
        mailbox.runAll();
        assertThat(participant.versions().pins().size()).isZero();
    }

    @Test
    void aPinThatComesAfterItsUnpinIsRefused() {
        reader.unpin(PIN);

        assertFails(reader.pin(PIN, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
    }

    @Test
    void whatPinsKeepIsBounded() throws Exception {
        get(reader.pin(PIN, Duration.ofMinutes(1)));
        get(reader.settle(PIN, 0, Duration.ofMinutes(1)));
        get(reader.pin(PIN + 1, Duration.ofMinutes(1)));
        for (int i = 1; i <= 1_000_100; i++) {
            write(1L, i, 1L);
            if (i % 100_000 == 0) {
                reader.advanced();
            }
        }
        try (LoggedMessages messages = new LoggedMessages(PinLeases.class)) {
            reader.advanced();
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .contains(
                            "too many versions are kept",
                            "state=state",
                            "limit=1000000, times=1.",
                            "tspoon.query.page-lease");
        }
        assertThat(metrics.value("givenUpPins")).isEqualTo(2);
        for (int i = 0; i < 2_000; i++) {
            reader.advanced();
        }

        assertFails(reader.read(List.of(1L), 0, SECONDS), ReadException.Reason.SNAPSHOT_TOO_OLD);
        assertThat(participant.versions().pins().size()).isZero();
        assertThat(participant.versions().pins().kept()).isZero();
    }

    @Test
    void anEvictionWaitsForThoseWhoRead() throws Exception {
        for (long key = 0; key < 300; key++) {
            write(key, 10 + key, key);
        }
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 400, SECONDS));
        for (long key = 0; key < 300; key++) {
            write(key, 1_000 + key, -1L);
        }
        for (int i = 0; i < 100; i++) {
            cache.trim(Long.MAX_VALUE, participant.versions().pins().lowest());
        }
        assertThat(cache.size()).isEqualTo(300);
        assertThat(read(List.of(7L), 400).values()).containsExactly(7L);

        reader.unpin(PIN);
        mailbox.runAll();
        for (int i = 0; i < 100; i++) {
            cache.trim(Long.MAX_VALUE, participant.versions().pins().lowest());
        }
        assertThat(cache.size()).isEqualTo(100);
    }

    @Test
    void whoWaitsIsToldWhenTheInstanceEnds() {
        host.stable = 10;
        CompletableFuture<Values<Long>> waiting = reader.readNewest(List.of(1L), 15, SECONDS);
        mailbox.tryYield();
        CompletableFuture<Values<Long>> queued = reader.readNewest(List.of(1L), 0, SECONDS);

        queue.close();
        reader.close();

        assertFails(waiting, ReadException.Reason.GONE);
        assertFails(queued, ReadException.Reason.GONE);
        assertFails(reader.pin(PIN, SECONDS), ReadException.Reason.GONE);
    }

    @Test
    void aClosedMailboxFailsReads() {
        mailbox.close();

        assertFails(reader.pin(PIN, SECONDS), ReadException.Reason.GONE);
    }
}
