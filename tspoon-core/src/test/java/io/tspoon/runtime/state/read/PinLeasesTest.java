/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;
import io.tspoon.runtime.log.LoggedMessages;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Who has to give way when there are as many pins as there may be. */
class PinLeasesTest extends StateReaderFixture {
    private static final int MAX_PINS = 1_024;
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final long SNAPSHOT = 10;

    /** Of all that are there. */
    @BeforeEach
    void readAsManyAsThereMayBe() throws Exception {
        write(1L, SNAPSHOT, 100L);
        for (long pin = 1; pin <= MAX_PINS; pin++) {
            begin(pin);
        }
    }

    @Test
    void whatIsReadIsNeverGivenUp() throws Exception {
        assertFails(reader.pin(MAX_PINS + 1, LEASE), ReadException.Reason.OVERLOADED);

        keep(5);
        begin(MAX_PINS + 1);

        assertFails(reader.pin(MAX_PINS + 2, LEASE), ReadException.Reason.OVERLOADED);
        assertThat(participant.versions().pins().size()).isEqualTo(MAX_PINS);
        assertThat(metrics.value("refusedReads")).isEqualTo(2);
        assertThat(read(List.of(1L), SNAPSHOT).values()).containsExactly(100L);
        assertGone(5);
    }

    @Test
    void theOneThatNobodyHasReadForLongestIsGivenUp() throws Exception {
        keep(3);
        keep(1);
        keep(2);
        begin(3);
        keep(3);

        try (LoggedMessages messages = new LoggedMessages(PinLeases.class)) {
            begin(MAX_PINS + 1);
            begin(MAX_PINS + 2);
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .contains("too many snapshots are kept", "limit=1024, times=1.");
        }
        assertThat(metrics.value("givenUpPins")).isEqualTo(2);

        assertGone(1);
        assertGone(2);
        get(reader.settle(3, SNAPSHOT, LEASE));
    }

    @Test
    void whatOneOfTwoStillReadsIsNotGivenUp() throws Exception {
        begin(1);
        keep(1);
        assertFails(reader.pin(MAX_PINS + 1, LEASE), ReadException.Reason.OVERLOADED);

        keep(1);
        begin(MAX_PINS + 1);

        assertGone(1);
    }

    /** Nor does it end before its time. */
    @Test
    void theLeaseIsTheLongestOfThoseWhoRead() throws Exception {
        begin(1);
        get(reader.keep(1, Duration.ZERO));
        reader.tick();
        get(reader.settle(1, SNAPSHOT, LEASE));

        get(reader.keep(1, Duration.ZERO));
        get(reader.keep(1, Duration.ZERO));
        reader.tick();
        assertGone(1);
    }

    private void begin(long pin) throws Exception {
        get(reader.pin(pin, LEASE));
        get(reader.settle(pin, SNAPSHOT, LEASE));
    }

    private void keep(long pin) throws Exception {
        get(reader.keep(pin, LEASE));
    }

    private void assertGone(long pin) {
        assertFails(reader.settle(pin, SNAPSHOT, LEASE), ReadException.Reason.SNAPSHOT_TOO_OLD);
        assertFails(reader.keep(pin, LEASE), ReadException.Reason.SNAPSHOT_TOO_OLD);
    }
}
