/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.transaction.AccessMode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One participant with its keys. Attempts are named by their timestamp alone: attempt 5 is in slot
 * 5 of the only coordinator.
 */
final class ParticipantFixture {
    private final Participant<String, String> participant;
    private final Map<String, KeyRecord<String, String>> records = new HashMap<>();
    private final List<String> events = new ArrayList<>();

    ParticipantFixture(Mechanism<String, String> mechanism) {
        participant = new Participant<>(1, ParticipantRules.of(mechanism), this::installed);
    }

    /** An access of the test, and what became of it at once. */
    static final class TestAccess extends Access<String, String> {
        private Admittance admittance = Admittance.WAITING;

        Admittance admittance() {
            return admittance;
        }

        TestAccess writes(String value) {
            write(value);
            return this;
        }
    }

    TestAccess read(String key, long timestamp) {
        return access(key, timestamp, AccessMode.READ);
    }

    TestAccess write(String key, long timestamp) {
        return access(key, timestamp, AccessMode.WRITE);
    }

    TestAccess update(String key, long timestamp) {
        return access(key, timestamp, AccessMode.UPDATE);
    }

    private TestAccess access(String key, long timestamp, AccessMode mode) {
        TestAccess access = new TestAccess();
        access.prepare(0, (int) timestamp, timestamp, mode);
        access.admittance = participant.submit(access, record(key));
        return access;
    }

    void commit(long timestamp) {
        decide(timestamp, Decision.COMMIT);
    }

    void abort(long timestamp) {
        decide(timestamp, Decision.ABORT);
    }

    void decide(long timestamp, Decision decision) {
        decide((int) timestamp, timestamp, decision);
    }

    void decide(int slot, long timestamp, Decision decision) {
        participant.decide(0, slot, timestamp, decision);
        Access<String, String> woken = participant.nextWoken();
        while (woken != null) {
            events.add(
                    woken.isRefused()
                            ? "refused " + woken.timestamp() + " by " + woken.conflict()
                            : "granted " + woken.timestamp());
            woken = participant.nextWoken();
        }
    }

    KeyRecord<String, String> record(String key) {
        return records.computeIfAbsent(key, k -> new KeyRecord<>(k, "initial"));
    }

    String installed(String key) {
        return record(key).installed();
    }

    int held() {
        return participant.held();
    }

    int waiting() {
        return participant.waiting();
    }

    /** What the participant has told since the last call, oldest first. */
    List<String> events() {
        List<String> seen = List.copyOf(events);
        events.clear();
        return seen;
    }

    private void installed(KeyRecord<String, String> record) {
        events.add("installed " + record.key());
    }
}
