/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Durability;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Versions that are installed before they are durable; even timestamps are of coordinator 0. */
class EarlyVersionsTest {
    enum Mechanism {
        LOCKS,
        TIMESTAMPS,
        READ_COMMITTED;

        Participant<String, String> participant(Durability durability) {
            io.tspoon.protocol.access.Mechanism<String, String> mechanism =
                    switch (this) {
                        case LOCKS -> new Locking<>();
                        case TIMESTAMPS -> new TimestampOrdering<>();
                        case READ_COMMITTED -> new ReadCommitted<>();
                    };
            return new Participant<>(
                    2,
                    new ParticipantRules<>(
                            mechanism, ParticipantRules.KeptVersions.ALL_IN_USE, durability),
                    installed -> {});
        }
    }

    private final KeyRecord<String, String> record = new KeyRecord<>("k", "initial");
    private final List<String> events = new ArrayList<>();
    private Participant<String, String> participant = logged(Mechanism.TIMESTAMPS);

    @ParameterizedTest
    @EnumSource
    void ownCoordinatorSeesItAtOnce(Mechanism mechanism) {
        participant = logged(mechanism);
        installAlone(10);

        TestAccess later = submit(12, AccessMode.UPDATE);

        assertThat(later.admittance).isEqualTo(Admittance.GRANTED);
        assertThat(later.read()).isEqualTo("10");
    }

    @ParameterizedTest
    @EnumSource
    void otherCoordinatorWaitsUntilItIsDurable(Mechanism mechanism) {
        for (AccessMode mode : AccessMode.values()) {
            participant = logged(mechanism);
            KeyRecord<String, String> fresh = new KeyRecord<>("k", "initial");
            installAlone(fresh, 10);
            TestAccess other = new TestAccess(11, mode);
            assertThat(participant.grantOnePhase(other, fresh)).isFalse();
            assertThat(participant.submit(other, fresh)).isEqualTo(Admittance.WAITING);

            durable(0, 9);
            durable(1, 100);
            assertThat(events).doesNotContain("granted 11");
            durable(0, 10);

            assertThat(events).containsOnlyOnce("granted 11");
            assertThat(mode == AccessMode.WRITE ? "10" : other.read()).isEqualTo("10");
            events.clear();
        }
    }

    @Test
    void whatIsDurableIsSeenAtOnce() {
        installAlone(10);
        durable(0, 10);

        assertThat(submit(11, AccessMode.UPDATE).admittance).isEqualTo(Admittance.GRANTED);
    }

    @Test
    void newerVersionOfTheSameCoordinatorHasToBeDurable() {
        installAlone(10);
        installAlone(12);
        submit(13, AccessMode.READ);

        durable(0, 10);
        assertThat(events).doesNotContain("granted 13");
        durable(0, 12);
        assertThat(events).contains("granted 13");
    }

    /** Its decision was let out when it was durable, and the log has the early one before it. */
    @Test
    void versionThatWasDecidedElsewhereIsDurableWithTheEarlyOneBelow() {
        installAlone(10);
        submit(12, AccessMode.UPDATE).write("12");
        decide(12, Decision.COMMIT);

        assertThat(record.earlyTimestamp()).isEqualTo(Timestamps.NONE);
        assertThat(submit(13, AccessMode.UPDATE).read()).isEqualTo("12");
    }

    @Test
    void whoWaitsKeepsOthersFromDecidingAlone() {
        installAlone(10);
        submit(11, AccessMode.UPDATE);

        assertThat(participant.grantOnePhase(new TestAccess(14, AccessMode.UPDATE), record))
                .isFalse();
    }

    @Test
    void whoWaitsForALockAsWellIsGrantedWhenItIsFree() {
        waitForLockAndLog();

        durable(0, 10);
        assertThat(events).doesNotContain("granted 13");
        decide(12, Decision.COMMIT);
        assertThat(events).contains("granted 13");
    }

    @Test
    void lockThatIsFreeIsNotEnough() {
        waitForLockAndLog();

        decide(12, Decision.ABORT);
        assertThat(events).doesNotContain("granted 13");
        durable(0, 10);
        assertThat(events).contains("granted 13");
    }

    /** One access, of timestamp 13, waits for a lock and for a log. */
    private void waitForLockAndLog() {
        participant = logged(Mechanism.LOCKS);
        installAlone(10);
        submit(12, AccessMode.UPDATE).write("12");
        submit(13, AccessMode.UPDATE);
    }

    @Test
    void whatWasDroppedIsNotWaitedFor() {
        TestAccess alone = new TestAccess(10, AccessMode.UPDATE);
        assertThat(participant.grantOnePhase(alone, record)).isTrue();
        alone.write("10");
        participant.decideOnePhase(alone, Decision.ABORT);

        assertThat(submit(11, AccessMode.UPDATE).read()).isEqualTo("initial");
    }

    @Test
    void withoutALogNobodyWaits() {
        participant = Mechanism.TIMESTAMPS.participant(Durability.CHECKPOINT);
        installAlone(10);

        assertThat(submit(11, AccessMode.UPDATE).read()).isEqualTo("10");
    }

    // ------------------------------------------------------------------ participants

    private static Participant<String, String> logged(Mechanism mechanism) {
        return mechanism.participant(Durability.LOG);
    }

    private void durable(int coordinator, long timestamp) {
        participant.durable(coordinator, timestamp);
        noteWoken();
    }

    private void decide(long timestamp, Decision decision) {
        participant.decide(0, (int) timestamp, timestamp, decision);
        noteWoken();
    }

    private void noteWoken() {
        Access<String, String> woken = participant.nextWoken();
        while (woken != null) {
            events.add((woken.isRefused() ? "refused " : "granted ") + woken.timestamp());
            woken = participant.nextWoken();
        }
    }

    private void installAlone(long timestamp) {
        installAlone(record, timestamp);
    }

    private void installAlone(KeyRecord<String, String> into, long timestamp) {
        TestAccess access = new TestAccess(timestamp, AccessMode.UPDATE);
        assertThat(participant.grantOnePhase(access, into)).isTrue();
        access.write(String.valueOf(timestamp));
        participant.decideOnePhase(access, Decision.COMMIT);
    }

    private TestAccess submit(long timestamp, AccessMode mode) {
        TestAccess access = new TestAccess(timestamp, mode);
        access.admittance = participant.submit(access, record);
        return access;
    }

    private static final class TestAccess extends Access<String, String> {
        private @Nullable Admittance admittance;

        TestAccess(long timestamp, AccessMode mode) {
            prepare((int) timestamp & 1, (int) timestamp, timestamp, mode);
        }
    }
}
