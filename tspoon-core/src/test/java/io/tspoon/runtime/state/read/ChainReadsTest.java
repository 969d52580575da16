/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.read.Values;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/** In chains, a result may leave before what it shows is installed. */
class ChainReadsTest extends StateReaderFixture {
    @Override
    InstalledVersions.Shown shown() {
        return InstalledVersions.Shown.WHEN_DECIDED;
    }

    @Test
    void aSnapshotHoldsWhatHadBegunHere() throws Exception {
        host.stable = 10;
        write(1L, 9, 90L);
        participant.versions().begins(12);

        long snapshot = get(reader.pin(PIN, SECONDS));
        get(reader.settle(PIN, snapshot, SECONDS));
        CompletableFuture<Values<Long>> read = reader.read(List.of(1L), snapshot, SECONDS);
        mailbox.runAll();
        assertThat(read).isNotDone();

        write(1L, 12, 120L);
        host.stable = 12;
        reader.advanced();
        assertThat(get(read).values()).containsExactly(120L);
    }

    @Test
    void theNewestValueIsShownWhenTheChainOfItsKeyIsOver() throws Exception {
        host.stable = 10;
        write(1L, 9, 90L);
        write(2L, 9, 91L);
        KeyRecord<Long, Long> record = record(1L);
        participant.versions().isAccessedAgain(record, 12);
        participant.versions().chain(record, 1);

        assertThat(get(reader.readNewest(List.of(2L), 0, SECONDS)).values()).containsExactly(91L);
        CompletableFuture<Values<Long>> read = reader.readNewest(List.of(2L, 1L), 0, SECONDS);
        mailbox.runAll();
        assertThat(read).isNotDone();

        participant.versions().chain(record, 0);
        participant.versions().installEarly(record, 12, 120L);
        participant.versions().durable(0, 12);
        host.stable = 12;
        reader.advanced();
        assertThat(get(read).values()).containsExactly(91L, 120L);
    }

    @Test
    void whatIsInstalledIsAskedForUntilItIsDecided() throws Exception {
        host.stable = 10;
        participant.versions().installEarly(record(1L), 12, 120L);

        CompletableFuture<Values<Long>> read = reader.readNewest(List.of(1L), 0, SECONDS);
        mailbox.runAll();
        assertThat(read).isNotDone();
        assertThat(host.awaited).containsExactly(12L);

        participant.versions().durable(0, 12);
        reader.advanced();
        assertThat(get(read).values()).containsExactly(120L);
    }
}
