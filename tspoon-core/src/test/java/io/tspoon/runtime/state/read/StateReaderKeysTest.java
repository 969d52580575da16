/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** What a reader says of the keys of its state. */
class StateReaderKeysTest extends StateReaderFixture {
    @Test
    void everyKeyIsListedOnceWhileKeysComeAndGo() throws Exception {
        for (long key = 0; key < 20_000; key++) {
            keyedState.put(key, key);
        }
        for (long key = 0; key < 50; key++) {
            write(key, 10 + key, -key);
        }
        write(100_000L, 70, 1L);
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 70, SECONDS));

        CompletableFuture<List<Long>> listed = reader.keys(PIN, 1_000_000);
        long timestamp = 100;
        long fresh = 200_000;
        while (!listed.isDone()) {
            assertThat(mailbox.tryYield()).isTrue();
            write(fresh++, timestamp++, 1L);
            write(19_999L - fresh % 1_000, timestamp++, null);
        }

        List<Long> keys = listed.join();
        assertThat(keys).doesNotHaveDuplicates().contains(100_000L);
        assertThat(keys).containsAll(LongStream.range(0, 20_000).boxed().toList());
        assertThat(read(List.of(19_999L - 200_000L % 1_000), 70).values().get(0)).isNotNull();
        assertThat(keyLists.isBusy()).isFalse();
    }

    /** A state that has few keys lists those, and not what its neighbours have at hand. */
    @Test
    void onlyKeysWithAValueAreListed() throws Exception {
        for (long key = 0; key < 50; key++) {
            write(key, 10 + key, key == 7 ? 1L : null);
        }
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 60, SECONDS));

        assertThat(get(reader.keys(PIN, 1))).containsExactly(7L);
    }

    /** Else it would miss keys of transactions that are not applied here yet. */
    @Test
    void keysAreListedWhenEverythingBeforeIsApplied() throws Exception {
        host.stable = 10;
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 90, SECONDS));
        CompletableFuture<List<Long>> listed = reader.keys(PIN, 10);
        mailbox.runAll();
        assertThat(listed).isNotDone();
        assertThat(host.awaited).containsExactly(90L);

        write(1L, 90, 1L);
        host.stable = 90;
        reader.advanced();

        assertThat(get(listed)).containsExactly(1L);
    }

    @Test
    void tooManyKeysAreRefused() throws Exception {
        keyedState.putAll(Map.of(1L, 1L, 2L, 2L, 3L, 3L));
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 0, SECONDS));

        assertFails(reader.keys(PIN, 2), ReadException.Reason.TOO_LARGE);
        assertThat(get(reader.keys(PIN, 3))).hasSize(3);
        assertThat(get(reader.keyCount())).isEqualTo(3);
        write(4L, 10, 1L);
        assertThat(get(reader.keyCount())).as("of some seconds ago").isEqualTo(3);
    }

    @Test
    void keysAreCountedForTheMetric() throws Exception {
        assertThat(metrics.value("keys")).as("before the first count").isEqualTo(-1L);
        write(1L, 10, 1L);
        write(2L, 20, 1L);
        reader.tick();
        mailbox.runAll();
        assertThat(metrics.value("keys")).isEqualTo(2L);
        write(3L, 30, 1L);
        reader.tick();
        mailbox.runAll();
        assertThat(metrics.value("keys")).as("of less than a minute ago").isEqualTo(2L);
    }

    /** Else those that nobody waits for any more would have others refused. */
    @Test
    void whatNobodyWaitsForIsDropped() throws Exception {
        host.stable = 10;
        get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, 90, SECONDS));
        for (int i = 0; i < 65_536; i++) {
            CompletableFuture<List<Long>> abandoned = reader.keys(PIN, 10);
            mailbox.runAll();
            abandoned.cancel(false);
        }
        assertFails(reader.keys(PIN, 10), ReadException.Reason.OVERLOADED);

        reader.tick();

        CompletableFuture<List<Long>> listed = reader.keys(PIN, 10);
        mailbox.runAll();
        assertThat(listed).isNotDone();
        host.stable = 90;
        reader.advanced();
        assertThat(get(listed)).isEmpty();
    }
}
