/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PartEntryTest {
    @Test
    void entriesOfThisAndEarlierBuildsAreRead() throws IOException {
        byte[] today = ByteBuffer.allocate(9).put((byte) 3).putInt(3).putInt(500_001).array();
        PartEntry entry = new PartEntry(3, 500_001, List.of());
        assertThat(PartEntry.decode(today)).isEqualTo(entry);
        assertThat(entry.encode()).isEqualTo(today);

        assertThat(PartEntry.decode(ByteBuffer.allocate(5).put((byte) 2).putInt(3).array()))
                .isEqualTo(new PartEntry(3, 0, List.of()));
        assertThat(
                        PartEntry.decode(
                                ByteBuffer.allocate(41)
                                        .put((byte) 1)
                                        .putInt(3)
                                        .putInt(2)
                                        .putLong(7)
                                        .putLong(70)
                                        .putLong(9)
                                        .putLong(90)
                                        .array()))
                .isEqualTo(new PartEntry(3, 0, List.of(70L, 90L)));
    }

    @Test
    void entryOfALaterBuildIsRefused() {
        byte[] later = ByteBuffer.allocate(9).put((byte) 4).array();

        assertThatThrownBy(() -> PartEntry.decode(later))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=4");
    }
}
