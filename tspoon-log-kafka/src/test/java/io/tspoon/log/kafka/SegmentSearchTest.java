/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.FlushFrame;
import io.tspoon.log.LogCorruptedException;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SegmentSearchTest {
    private final FakeMessages messages = new FakeMessages();

    @Test
    void emptyPartHasNone() throws Exception {
        assertThat(messages.find()).isEmpty();
        messages.end = 7; // markers only
        assertThat(messages.find()).isEmpty();
    }

    @Test
    void longSegmentsAreSkipped() throws Exception {
        for (int segment = 0; segment < 20; segment++) {
            messages.segment(10_000);
            messages.marker();
        }

        assertThat(messages.find()).isEqualTo(messages.headers());
        assertThat(messages.read).isLessThan(20 * 12);
    }

    /** However many markers there are, and wherever. */
    @ParameterizedTest
    @CsvSource({"1, 3, 0.0", "2, 3, 0.5", "3, 40, 0.1", "4, 300, 0.9", "5, 5000, 0.01"})
    void allAreFound(long seed, int longest, double markers) throws Exception {
        for (int run = 0; run < 50; run++) {
            Random random = new Random(seed * 1_000 + run);
            FakeMessages part = new FakeMessages();
            part.skip(random.nextInt(100));
            for (int segment = random.nextInt(30); segment > 0; segment--) {
                part.put(FlushFrame.Kind.HEADER, 0);
                for (int number = 1; number < random.nextInt(longest); number++) {
                    while (random.nextDouble() < markers) {
                        part.marker();
                    }
                    part.put(FlushFrame.Kind.RECORDS, number);
                }
                while (random.nextDouble() < markers) {
                    part.marker();
                }
            }

            assertThat(part.find()).as("seed=%s, run=%s", seed, run).isEqualTo(part.headers());
            assertThat(part.read).as("once each").isLessThanOrEqualTo(2 * part.count() + 20);
        }
    }

    @Test
    void headerThatIsMissingIsNoticed() {
        messages.put(FlushFrame.Kind.RECORDS, 1);
        messages.put(FlushFrame.Kind.RECORDS, 2);
        assertRefused("offset=0");
    }

    @Test
    void flushThatIsMissingIsNoticedWhereItIsRead() {
        messages.segment(3);
        messages.put(FlushFrame.Kind.RECORDS, 5);
        assertRefused("offset=4");
    }

    @Test
    void messageThatIsNoFlushIsNoticedWhereItIsRead() {
        messages.segment(3);
        messages.put(new byte[] {1, 2, 3});
        assertRefused("offset=4");
        messages.put(null);
        assertRefused("offset=");
    }

    private void assertRefused(String place) {
        assertThatThrownBy(messages::find)
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining(place);
    }

    /** A partition; what is not in it is a marker, which the consumer does not show. */
    private static final class FakeMessages implements SegmentSearch.Messages {
        private final NavigableMap<Long, ConsumerRecord<byte[], byte[]>> all = new TreeMap<>();
        private final TreeSet<Long> headers = new TreeSet<>();
        private long begin;
        private long end;
        private long position;
        private int read;

        void skip(int offsets) {
            begin += offsets;
            end += offsets;
        }

        void marker() {
            end++;
        }

        /** A header and as many records. */
        void segment(int records) {
            put(FlushFrame.Kind.HEADER, 0);
            for (int number = 1; number <= records; number++) {
                put(FlushFrame.Kind.RECORDS, number);
            }
        }

        void put(FlushFrame.Kind kind, long number) {
            if (kind == FlushFrame.Kind.HEADER) {
                headers.add(end);
            }
            byte[] frame = new byte[FlushFrame.PREFIX_BYTES];
            FlushFrame.seal(frame, frame.length, kind, number, 0);
            put(frame);
        }

        void put(byte @Nullable [] message) {
            all.put(end, new ConsumerRecord<>("log-bank", 0, end, null, message));
            end++;
        }

        TreeSet<Long> headers() {
            return headers;
        }

        int count() {
            return all.size();
        }

        TreeSet<Long> find() throws IOException {
            return new TreeSet<>(SegmentSearch.find(this, begin, end));
        }

        @Override
        public void seek(long offset) {
            assertThat(offset).isBetween(begin, end);
            position = offset;
        }

        @Override
        public @Nullable ConsumerRecord<byte[], byte[]> next() {
            Map.Entry<Long, ConsumerRecord<byte[], byte[]>> next = all.ceilingEntry(position);
            if (next == null) {
                return null;
            }
            read++;
            position = next.getKey() + 1;
            return next.getValue();
        }
    }
}
