/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogHeader.Identification;

import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LogHeaderTest {
    private final LogHeader header = header();

    private static LogHeader header() {
        try {
            return new LogHeader(
                    "überweisung",
                    3,
                    "5f1c",
                    Beginning.CHECKPOINT,
                    17,
                    "5f1c",
                    1_700_000_000_000L,
                    Identification.CONTENT,
                    List.of(InputIdentity.ofKey("order-9"), new InputIdentity("", 5, -6)),
                    List.of(
                            new LoggedState(
                                    "accounts",
                                    LoggedSerializer.of(StringSerializer.INSTANCE),
                                    LoggedSerializer.of(LongSerializer.INSTANCE))),
                    LoggedSerializer.of(StringSerializer.INSTANCE));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void headerComesBackAsItWent() throws IOException {
        assertThat(LogHeader.decode(header.encode())).usingRecursiveComparison().isEqualTo(header);
    }

    @Test
    void cutComesBackAsItWent() throws IOException {
        LogHeader.Cut cut = new LogHeader.Cut(30, 50);

        assertThat(LogHeader.decode(header.with(cut).encode()).cut()).isEqualTo(cut);
        assertThat(LogHeader.decode(header.encode()).cut()).isNull();
    }

    /** Inputs of any number are not gathered in memory only to find that they do not fit. */
    @Test
    void headerThatPassesItsLimitIsNotMade() throws IOException {
        int length = header.encode().length;

        assertThat(header.encode(length)).hasValue(header.encode());
        for (int limit = 0; limit < length; limit++) {
            assertThat(header.encode(limit)).isEmpty();
        }
    }

    @Test
    void serializersComeBackFromTheirSnapshots() throws IOException {
        LoggedState state = LogHeader.decode(header.encode()).states().get(0);

        TypeSerializerSnapshot<String> key = state.key().restore(getClass().getClassLoader());

        assertThat(key.restoreSerializer()).isEqualTo(StringSerializer.INSTANCE);
        assertThat(state.value().snapshotClass()).contains("LongSerializer");
    }

    @Test
    void headerOfWrongLengthIsRefused() throws IOException {
        byte[] bytes = header.encode();

        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> LogHeader.decode(cut)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> LogHeader.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(LogCorruptedException.class);
    }
}
