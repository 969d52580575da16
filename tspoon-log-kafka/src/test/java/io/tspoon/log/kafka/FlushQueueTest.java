/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class FlushQueueTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final FlushQueue queue = new FlushQueue(new LogPart("broker:9092", "log-bank", 2));

    @BeforeEach
    void beginSegment() throws Exception {
        CompletableFuture<Long> position = roll();
        Flush header = take();
        assertThat(header.isHeader()).isTrue();
        queue.acknowledge(header, 41);
        assertThat(position.get()).isEqualTo(41);
    }

    @Test
    void whatIsAppendedWhileFlushesAreOnTheirWayGoesTogether() throws Exception {
        List<Flush> flushes = new ArrayList<>();
        for (int i = 0; i < ClientProperties.MAX_IN_FLIGHT; i++) {
            append(i, 10);
            flushes.add(take());
        }
        append(10, 10);
        append(11, 20);
        assertThat(queue.take(0)).as("too many are on their way").isNull();

        queue.acknowledge(flushes.get(0), 42);

        Flush next = take();
        assertThat(next.ticket()).isEqualTo(11);
        assertThat(next.bytes()).isEqualTo(30);
        assertThat(next.pieces()).hasSize(2);
    }

    @Test
    void flushIsNotGatheredBeyondItsTarget() throws Exception {
        append(1, FlushLimits.TARGET_BYTES - 10);
        append(2, 10);
        append(3, 1);
        append(4, 2 * FlushLimits.TARGET_BYTES);

        assertThat(take().ticket()).isEqualTo(2);
        assertThat(take().ticket()).isEqualTo(3);
        assertThat(take().ticket()).isEqualTo(4);
    }

    @Test
    void headerWaitsForAllBeforeIt() throws Exception {
        append(1, 10);
        append(2, 10);
        Flush records = take();
        CompletableFuture<Long> position = roll();
        assertThat(queue.take(TimeUnit.MILLISECONDS.toNanos(1))).isNull();

        assertThat(queue.acknowledge(records, 42)).isEqualTo(2);
        Flush header = take();
        assertThat(header.isHeader()).isTrue();
        assertThat(position).isNotDone();
        assertThat(queue.acknowledge(header, 43)).isEqualTo(Flush.NO_TICKET);

        assertThat(position.get()).isEqualTo(43);
    }

    @Test
    void nothingIsDurableAfterAFailure() throws Exception {
        append(1, 10);
        final Flush sent = take();
        CompletableFuture<Long> position = roll();

        assertThat(queue.fail(new IOException("gone"))).isTrue();
        assertThat(queue.fail(new IOException("still gone"))).isFalse();

        assertThat(queue.acknowledge(sent, 42)).isEqualTo(Flush.NO_TICKET);
        append(2, 10);
        assertThat(queue.take(0)).isNull();
        assertThat(queue.ended()).isTrue();
        assertThatThrownBy(position::get).hasRootCauseMessage("gone");
        assertThatThrownBy(queue::throwIfFailed).hasMessage("gone");
    }

    @Test
    void closedQueueEndsWhenAllIsAnswered() throws Exception {
        append(1, 10);
        assertThat(queue.close()).isTrue();
        assertThat(queue.close()).isFalse();
        assertThat(queue.ended()).isFalse();

        queue.acknowledge(take(), 42);

        assertThat(queue.ended()).isTrue();
        append(2, 10);

        assertThat(queue.ended()).as("what comes too late is not taken").isTrue();
    }

    @Test
    void rollDoesNotWaitForever() {
        append(1, 10);

        assertThatThrownBy(() -> queue.roll(new byte[0], 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no answer")
                .hasMessageContaining("topic=log-bank, partition=2")
                .hasMessageEndingWith("a leader and min.insync.replicas in sync");
    }

    private void append(long ticket, int length) {
        queue.append(ticket, new byte[length], length);
    }

    private Flush take() throws InterruptedException {
        Flush flush = queue.take(PATIENCE);
        assertThat(flush).isNotNull();
        return flush;
    }

    private CompletableFuture<Long> roll() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return queue.roll(new byte[] {1}, PATIENCE);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }
}
