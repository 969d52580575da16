/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

/** For whom files are kept, and when they go. */
class KeptStoreTest {
    private static final Duration RETENTION = Duration.ofMinutes(10);
    private static final int SIZE = 10;
    private static final String GROUP = "operator";

    @TempDir Path directory;

    private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    private KeptStore store;

    @BeforeEach
    void open() throws IOException {
        store = store(Long.MAX_VALUE);
    }

    /** As another job of the process has it, whose class loader is another one. */
    private KeptStore store(long mostBytes) throws IOException {
        return new KeptStore(directory.resolve("kept"), RETENTION, mostBytes, clock::get);
    }

    private boolean keep(String name) throws IOException {
        Path source = directory.resolve("new");
        Files.write(source, new byte[SIZE]);
        return store.keep(name, source);
    }

    private boolean isKept(String name) {
        return store.find(name, SIZE) != null;
    }

    private void pass(Duration time) throws IOException {
        clock.addAndGet(time.toMillis());
        store.sweepIfDue();
    }

    @Test
    void fileOfAnotherSizeIsNotFound() throws IOException {
        assertThat(keep("a")).isTrue();

        assertThat(isKept("a")).isTrue();
        assertThat(store.find("a", SIZE + 1)).isNull();
        assertThat(store.find("b", SIZE)).isNull();
    }

    @Test
    void fileGoesWithTheLastWhoHoldsIt() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        store.hold(List.of("a"));

        store.release(List.of("a"));
        assertThat(isKept("a")).isTrue();
        store.release(List.of("a"));

        assertThat(isKept("a")).isFalse();
        assertThat(store.files()).isZero();
        assertThat(store.bytes()).isZero();
    }

    @Test
    void whatEndedInstancesHeldStaysForTheNextOnes() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        store.retire(GROUP, List.of("a"));
        clock.incrementAndGet();

        store.releaseRetired("another", clock.get());
        assertThat(isKept("a")).isTrue();
        store.releaseRetired(GROUP, clock.get() - 2);
        assertThat(isKept("a")).as("those that ended later need it").isTrue();
        store.releaseRetired(GROUP, clock.get());

        assertThat(isKept("a")).isFalse();
    }

    @Test
    void whatEndedInstancesHeldGoesAfterTheRetention() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        store.retire(GROUP, List.of("a"));

        pass(RETENTION.dividedBy(2));
        assertThat(isKept("a")).isTrue();
        pass(RETENTION);

        assertThat(isKept("a")).isFalse();
    }

    @Test
    void whatIsHeldOutlivesTheRetention() throws IOException {
        keep("a");
        keep("b");
        store.hold(List.of("a"));

        pass(RETENTION.multipliedBy(2));

        assertThat(isKept("a")).isTrue();
        assertThat(isKept("b")).isFalse();
    }

    /** It cannot ask the other one, but sees that the time of the file is renewed. */
    @Test
    void storeOfAnotherJobLeavesWhatIsHeld() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        for (int i = 0; i < 3; i++) {
            pass(RETENTION.dividedBy(2));
            store(Long.MAX_VALUE);
            assertThat(isKept("a")).isTrue();
        }
        clock.addAndGet(RETENTION.multipliedBy(2).toMillis());

        store(Long.MAX_VALUE);

        assertThat(isKept("a")).as("of a job that is gone").isFalse();
    }

    @Test
    void nextStoreFindsWhatAnEarlierOneLeft() throws IOException {
        keep("a");

        store = store(Long.MAX_VALUE);

        assertThat(isKept("a")).isTrue();
        assertThat(store.files()).isEqualTo(1);
        assertThat(store.bytes()).isEqualTo(SIZE);
    }

    @Test
    void thereIsNoMoreThanIsAllowed() throws IOException {
        store = store(2 * SIZE);

        assertThat(keep("a")).isTrue();
        assertThat(keep("b")).isTrue();
        assertThat(keep("c")).isFalse();
        assertThat(isKept("c")).isFalse();
    }

    @Test
    void distrustedFilesGoWhoeverHoldsThem() throws IOException {
        keep("a");
        store.hold(List.of("a"));

        store.distrust(List.of("a"));

        assertThat(isKept("a")).isFalse();
    }
}
