/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.InstalledVersions.Shown;
import io.tspoon.protocol.access.ParticipantRules.KeptVersions;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Accesses to a partition hold it alone, and write its records. */
class PartitionTest {
    private static final long BEFORE = 5;
    private static final long AFTER = 9;

    private final Participant<String, Long> participant =
            new Participant<>(
                    1,
                    new ParticipantRules<>(
                            new Speculating<>(new TimestampOrdering<>(), Speculation.whileItPays()),
                            KeptVersions.ALL_IN_USE,
                            Durability.LOG),
                    new InstalledVersions<>(
                            1, KeptVersions.ALL_IN_USE, Shown.WHEN_LOGGED, installed -> {}));
    private final KeyRecord<String, Long> partition = new KeyRecord<>("partition", null);
    private final KeyRecord<String, Long> record = new KeyRecord<>("record", 1L);

    /** An access that writes one record. */
    private static final class Within extends Access<String, Long> {
        private final RecordWrites<String, Long> writes = new RecordWrites<>();

        Within(int slot, long timestamp) {
            prepare(0, slot, timestamp, AccessMode.UPDATE);
        }

        @Override
        protected RecordWrites<String, Long> within() {
            return writes;
        }

        Within put(KeyRecord<String, Long> record, long value) {
            writes.put(record, value);
            write(null);
            return this;
        }
    }

    @Test
    void whatIsDecidedAtOnceIsInstalledInTheRecordAndEarly() {
        Within access = new Within(1, BEFORE);
        assertThat(participant.grantOnePhase(access, partition)).isTrue();
        access.put(record, 2);
        participant.holdWithin(access, access.within());
        assertThat(record.isFree()).isTrue();

        participant.decideOnePhase(access, Decision.COMMIT);

        assertThat(record.installed()).isEqualTo(2);
        assertThat(record.installedUpTo(BEFORE - 1)).isEqualTo(1);
        assertThat(record.earlyTimestamp()).isEqualTo(BEFORE);
        assertThat(partition.earlyTimestamp()).isEqualTo(BEFORE);
    }

    /** Else its version would be forgotten with it, and be taken for an older one. */
    @Test
    void recordStaysInUseUntilItsVersionIsStable() {
        Within access = new Within(1, BEFORE);
        participant.grantOnePhase(access, partition);
        access.put(record, 2);
        participant.decideOnePhase(access, Decision.COMMIT);

        assertThat(record.isIdle(BEFORE - 1)).isFalse();
        assertThat(record.isIdle(BEFORE)).isTrue();
    }

    @Test
    void whatIsDecidedLaterIsHeldAtTheRecord() {
        Within access = granted(new Within(1, BEFORE)).put(record, 2);
        participant.holdWithin(access, access.within());

        assertThat(record.installed()).isEqualTo(1);
        assertThat(record.isIdle(Long.MAX_VALUE)).isFalse();
        participant.decide(0, 1, BEFORE, Decision.COMMIT);

        assertThat(record.installed()).isEqualTo(2);
        assertThat(record.isIdle(BEFORE)).isTrue();
    }

    @Test
    void abortedWritesAreDropped() {
        Within access = granted(new Within(1, BEFORE)).put(record, 2);
        participant.holdWithin(access, access.within());

        participant.decide(0, 1, BEFORE, Decision.ABORT);

        assertThat(record.installed()).isEqualTo(1);
        assertThat(record.isFree()).isTrue();
    }

    /** And depends on it by the partition. */
    @Test
    void laterAttemptOfTheCoordinatorSeesWhatIsHeld() {
        Within first = granted(new Within(1, BEFORE)).put(record, 2);
        participant.holdWithin(first, first.within());
        Within second = granted(new Within(2, AFTER));

        assertThat(second.isDependent()).isTrue();
        assertThat(second.sourceTimestamp()).isEqualTo(BEFORE);
        assertThat(participant.readWithin(second, record)).isEqualTo(2);
        assertThat(participant.hasWrittenWithin(second, record)).isFalse();
    }

    @Test
    void secondAccessOfAnAttemptSeesAndReplacesWhatTheFirstHasWritten() {
        Within first = granted(new Within(1, BEFORE)).put(record, 2);
        participant.holdWithin(first, first.within());
        Within second = granted(new Within(1, BEFORE));
        assertThat(participant.readWithin(second, record)).isEqualTo(2);
        assertThat(participant.hasWrittenWithin(second, record)).isTrue();
        second.put(record, 3);
        participant.holdWithin(second, second.within());

        participant.decide(0, 1, BEFORE, Decision.COMMIT);

        assertThat(record.installed()).isEqualTo(3);
    }

    @Test
    void lastValueOfEachOfManyRecordsIsKept() {
        List<KeyRecord<String, Long>> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(new KeyRecord<>("many" + i, null));
        }
        RecordWrites<String, Long> writes = new RecordWrites<>();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < many.size(); i++) {
                writes.put(many.get(i), (long) round * 100 + i);
            }
        }

        assertThat(writes.size()).isEqualTo(many.size());
        for (int i = 0; i < many.size(); i++) {
            assertThat(writes.indexOf(many.get(i))).isEqualTo(i);
            assertThat(writes.value(i)).isEqualTo(100 + i);
        }
        assertThat(writes.indexOf(record)).isNegative();
    }

    private Within granted(Within access) {
        assertThat(participant.submit(access, partition)).isEqualTo(Admittance.GRANTED);
        return access;
    }
}
