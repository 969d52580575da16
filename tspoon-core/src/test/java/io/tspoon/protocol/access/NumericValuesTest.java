/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Values without boxes on their way through holds into records, whatever type was there before. */
class NumericValuesTest {
    private static final List<@Nullable Object> VALUES =
            Arrays.asList(5L, null, 7, 2.5, "text", -1L, 0, null, Long.MIN_VALUE, -0.0, 8L, 9);

    private final KeyRecord<String, Object> record = new KeyRecord<>("k", 1L);
    private long timestamp = 10;

    static Stream<Mechanism<String, Object>> mechanisms() {
        return Stream.of(new Locking<>(), new TimestampOrdering<>(), new ReadCommitted<>());
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void whatIsCommittedIsInstalled(Mechanism<String, Object> mechanism) {
        Participant<String, Object> participant =
                new Participant<>(1, ParticipantRules.of(mechanism), installed -> {});
        Object before = 1L;
        for (Object value : VALUES) {
            write(participant, before, "of no use", Decision.ABORT);
            write(participant, before, 77L, Decision.ABORT);
            write(participant, before, value, Decision.COMMIT);
            before = value;
        }

        assertThat(record.installed()).isEqualTo(before);
    }

    private void write(
            Participant<String, Object> participant,
            @Nullable Object expected,
            @Nullable Object value,
            Decision decision) {
        long attempt = timestamp++;
        TestAccess first = new TestAccess(attempt);
        assertThat(participant.submit(first, record)).isEqualTo(Admittance.GRANTED);
        assertThat(first.read()).isEqualTo(expected);
        first.write(value);
        assertThat(first.read()).as("the very object").isSameAs(value);
        TestAccess second = new TestAccess(attempt);
        assertThat(participant.submit(second, record)).isEqualTo(Admittance.GRANTED);
        assertThat(second.read()).as("by another access").isEqualTo(value);
        participant.decide(0, (int) attempt, attempt, decision);
        assertThat(record.installed()).isEqualTo(decision == Decision.COMMIT ? value : expected);
    }

    private static final class TestAccess extends Access<String, Object> {
        TestAccess(long timestamp) {
            prepare(0, (int) timestamp, timestamp, AccessMode.UPDATE);
        }
    }
}
