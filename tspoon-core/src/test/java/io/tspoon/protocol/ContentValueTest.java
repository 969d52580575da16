/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that versions keep by their contents. */
class ContentValueTest {
    private static final class Content extends ContentValue<Content> {
        long number;

        Content(long number) {
            this.number = number;
        }

        @Override
        public Content copy() {
            return new Content(number);
        }

        @Override
        public void take(Content other) {
            number = other.number;
        }

        @Override
        public long prefetch() {
            return number;
        }
    }

    private static final class Cell extends ValueCell<Content> {}

    private final Cell cell = new Cell();
    private final KeyRecord<String, Content> record = new KeyRecord<>("k", new Content(1));
    private final SnapshotPins<String, Content> pins = new SnapshotPins<>();

    /** A reference from a record, which is old, to a value just made is what it is to avoid. */
    @Test
    void whatIsInstalledGoesWhereTheLastOneWas() {
        Content own = record.installed();
        record.install(10, 20, pins).keep(new Content(2));
        record.install(20, 20, pins).keep(new Content(3));

        assertThat(record.installed()).isSameAs(own);
        assertThat(numberOf(own)).isEqualTo(3);
    }

    @Test
    void whatWasGivenIsNotKept() {
        Content given = new Content(5);
        cell.keep(given);
        given.number = 6;
        assertThat(numberOf(cell.value())).isEqualTo(5);

        cell.keep(given);
        given.number = 7;
        assertThat(numberOf(cell.value())).isEqualTo(6);
    }

    /** A later attempt may read what an earlier one wrote when that is installed, and changed. */
    @Test
    void cellThatItWasTakenFromDoesNotChange() {
        Cell tentative = new Cell();
        Content written = new Content(5);
        tentative.value(written);
        cell.keepThatOf(tentative);
        cell.keep(new Content(6));

        assertThat(tentative.value()).isSameAs(written);
        assertThat(written.number).isEqualTo(5);
    }

    @Test
    void ownContentsMayBeKeptAgain() {
        cell.keep(new Content(5));
        Content own = cell.value();
        cell.keep(own);

        assertThat(cell.value()).isSameAs(own);
    }

    @Test
    void noValueFollowsAndPrecedesOne() {
        cell.keep(new Content(5));
        cell.keep(null);
        assertThat(cell.value()).isNull();

        cell.keep(new Content(6));
        assertThat(numberOf(cell.value())).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 12, 60})
    void eachReaderSeesItsVersion(int unstable) {
        Random random = new Random(unstable);
        TreeMap<Long, Long> all = new TreeMap<>();
        all.put(Timestamps.NONE, 1L);
        long newest = Timestamps.NONE;
        long stable = Timestamps.NONE;
        for (int i = 0; i < 5_000; i++) {
            boolean late = newest - stable > 1 && random.nextInt(8) == 0;
            long timestamp =
                    late ? random.nextLong(stable + 1, newest) : newest + 1 + random.nextInt(9);
            if (!all.containsKey(timestamp)) {
                newest = Math.max(newest, timestamp);
                Content written = new Content(timestamp);
                record.install(timestamp, stable, pins).keep(written);
                written.number = -1;
                all.put(timestamp, timestamp);
            }
            stable = Math.max(stable, newest - random.nextInt(5 * unstable));
            for (long reader = stable + 1; reader <= newest + 1; reader++) {
                assertThat(numberOf(record.installedBefore(reader)))
                        .isEqualTo(all.lowerEntry(reader).getValue());
            }
        }
    }

    private static long numberOf(@Nullable Content content) {
        return Objects.requireNonNull(content).number;
    }
}
