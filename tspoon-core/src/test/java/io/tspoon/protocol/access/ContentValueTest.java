/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that versions keep by their contents. */
class ContentValueTest {
    /** From one pin to the next one; each is settled in the middle. */
    private static final int PIN_STEPS = 100;

    /** How far behind what is stable versions are retained, and how many at most. */
    private static final long RETAINED = 30;

    private static final int MANY = 1_000;

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

    private static final class TestAccess extends Access<String, Content> {
        TestAccess(long timestamp) {
            prepare(0, (int) timestamp, timestamp, AccessMode.UPDATE);
        }
    }

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

    /** Transactions read above what is stable, others at a pinned snapshot and what is retained. */
    @ParameterizedTest
    @CsvSource({"1, false", "3, false", "12, false", "60, false", "1, true", "3, true", "12, true"})
    void eachReaderSeesItsVersion(int unstable, boolean fromOutside) {
        Random random = new Random(unstable);
        TreeMap<Long, Long> all = new TreeMap<>();
        all.put(Timestamps.NONE, 1L);
        long newest = Timestamps.NONE;
        long stable = Timestamps.NONE;
        for (int i = 0; i < 5_000; i++) {
            if (fromOutside) {
                pinAndRetain(i, newest, stable);
            }
            pins.oldestReader(stable);
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
            Long snapshot = pins.snapshotOf(i / PIN_STEPS);
            if (snapshot != null) {
                assertReads(all, snapshot);
                assertReads(all, Math.max(Timestamps.NONE, pins.horizon()));
            }
        }
    }

    private void assertReads(TreeMap<Long, Long> all, long snapshot) {
        assertThat(numberOf(record.installedUpTo(snapshot)))
                .isEqualTo(all.floorEntry(snapshot).getValue());
    }

    private void pinAndRetain(int step, long newest, long stable) {
        long pin = step / PIN_STEPS;
        switch (step % PIN_STEPS) {
            case 0 -> {
                pins.unpin(pin - 1);
                pins.pin(pin, newest);
            }
            case PIN_STEPS / 2 -> assertThat(pins.settle(pin, stable)).isTrue();
            default -> pins.retainFrom(stable - RETAINED, MANY);
        }
    }

    /** What an attempt writes stays its own; versions that others still read are not changed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsCommittedIsInstalledByItsContents(boolean alone) {
        Participant<String, Content> participant =
                new Participant<>(1, ParticipantRules.of(new Locking<>()), installed -> {});
        Content own = record.installed();
        for (long timestamp = 10; timestamp < 20; timestamp++) {
            TestAccess access = new TestAccess(timestamp);
            if (alone) {
                assertThat(participant.grantOnePhase(access, record)).isTrue();
            } else {
                assertThat(participant.submit(access, record)).isEqualTo(Admittance.GRANTED);
            }
            Content written = new Content(timestamp);
            access.write(written);
            assertThat(access.read()).as("the very object").isSameAs(written);
            Decision decision = timestamp % 3 == 0 ? Decision.ABORT : Decision.COMMIT;
            if (alone) {
                participant.decideOnePhase(access, decision);
            } else {
                participant.decide(0, (int) timestamp, timestamp, decision);
            }
            written.number = -1;
        }

        assertThat(record.installed()).isSameAs(own);
        for (long timestamp = 10; timestamp < 20; timestamp++) {
            long committed = timestamp % 3 == 0 ? timestamp - 1 : timestamp;
            assertThat(numberOf(record.installedUpTo(timestamp))).isEqualTo(committed);
        }
        assertThat(numberOf(record.installedUpTo(9))).isEqualTo(1);
    }

    private static long numberOf(@Nullable Content content) {
        return Objects.requireNonNull(content).number;
    }
}
