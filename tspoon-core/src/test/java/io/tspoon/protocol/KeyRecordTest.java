/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeyRecordTest {
    private final KeyRecord<String, String> record = new KeyRecord<>("k", "initial");
    private final SnapshotPins<String, String> pins = new SnapshotPins<>();

    @Test
    void valueFromBeforeIsSeenByAll() {
        assertThat(record.installedBefore(1)).isEqualTo("initial");
    }

    @Test
    void readerSeesTheNewestVersionBelowItsTimestamp() {
        record.install(10, "ten", 0, pins);
        record.install(20, "twenty", 0, pins);

        assertThat(record.installedBefore(10)).isEqualTo("initial");
        assertThat(record.installedBefore(11)).isEqualTo("ten");
        assertThat(record.installedBefore(20)).isEqualTo("ten");
        assertThat(record.installedBefore(21)).isEqualTo("twenty");
        assertThat(record.installed()).isEqualTo("twenty");
    }

    @Test
    void versionInstalledLateFindsItsPlace() {
        record.install(30, "thirty", 0, pins);
        record.install(10, "ten", 0, pins);
        record.install(20, "twenty", 0, pins);

        assertThat(record.installed()).isEqualTo("thirty");
        assertThat(record.installedBefore(10)).isEqualTo("initial");
        assertThat(record.installedBefore(20)).isEqualTo("ten");
        assertThat(record.installedBefore(30)).isEqualTo("twenty");
    }

    @Test
    void readersAboveTheStableTimestampKeepTheirVersion() {
        record.install(10, "ten", 0, pins);
        record.install(20, "twenty", 0, pins);
        record.install(30, "thirty", 15, pins);
        record.install(40, "forty", 25, pins);

        assertThat(record.installedBefore(26)).isEqualTo("twenty");
        assertThat(record.installedBefore(31)).isEqualTo("thirty");
    }

    @Test
    void versionsBelowTheStableTimestampGo() {
        record.install(10, "ten", 0, pins);
        record.install(20, "twenty", 0, pins);
        record.install(30, "thirty", 25, pins);

        assertThat(record.installedBefore(30)).isEqualTo("twenty");
        assertThat(record.installedBefore(20)).isNull();
    }

    @Test
    void longChainIsCutBelowTheStableTimestamp() {
        record.install(10, "ten", 0, pins);
        record.install(20, "twenty", 0, pins);
        record.install(30, "thirty", 0, pins);
        record.install(40, "forty", 15, pins);

        assertThat(record.installedBefore(20)).isEqualTo("ten");
        assertThat(record.installedBefore(10)).isNull();
    }

    @Test
    void deletedKeyHasNoValueAboveTheDeletion() {
        record.install(10, null, 0, pins);

        assertThat(record.installed()).isNull();
        assertThat(record.installedBefore(10)).isEqualTo("initial");
        assertThat(record.installedBefore(11)).isNull();
    }

    @Test
    void recordIsNeededUntilTheStableTimestampPassesItsLastAccess() {
        record.highestRead = 10;
        record.highestWrite = 20;

        assertThat(record.isIdle(19)).isFalse();
        assertThat(record.isIdle(20)).isTrue();
        record.highestRead = 30;
        assertThat(record.isIdle(20)).isFalse();
    }
}
