/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AbortReason.Kind;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class AbortReasonCodecTest {
    private final AbortReasonCodec writer = new AbortReasonCodec();
    private final AbortReasonCodec reader = new AbortReasonCodec();
    private final DataOutputSerializer out = new DataOutputSerializer(16);

    @Test
    void reasonsComeBack() throws Exception {
        List<AbortReason> reasons =
                List.of(
                        new AbortReason(Kind.CONSTRAINT, "balance", "7", "not negative", ""),
                        new AbortReason(Kind.CONSTRAINT, "balance", "8", "not negative", ""),
                        new AbortReason(Kind.USER, "check", "", "Betrag zu groß", "limit=5 €"),
                        new AbortReason(Kind.USER, "check", "\uD83D\uDE80", "", "x".repeat(500)),
                        new AbortReason(Kind.CONSTRAINT, "balance", "7", "not negative", ""));
        assertThat(throughPayload(reasons)).isEqualTo(reasons);
    }

    /** Of the same length, one the beginning of the other, and empty: all are told apart. */
    @Test
    void textsLikeTheLastOneAreToldFromIt() throws Exception {
        List<AbortReason> reasons =
                List.of(
                        new AbortReason(Kind.USER, "aa", "", "r1", ""),
                        new AbortReason(Kind.USER, "ab", "", "r2", ""),
                        new AbortReason(Kind.USER, "a", "", "r", ""),
                        new AbortReason(Kind.USER, "", "", "r22", ""),
                        new AbortReason(Kind.USER, "aa", "", "", ""));
        assertThat(throughPayload(reasons)).isEqualTo(reasons);
    }

    @Test
    void longTextsAreCut() throws Exception {
        String huge = "y".repeat(1_000_000);
        AbortReason read =
                throughPayload(List.of(new AbortReason(Kind.USER, "o", "k", huge, huge))).get(0);
        assertThat(read.rule()).hasSize(20_003).startsWith("yyy").endsWith("y...");
        assertThat(read.detail()).isEqualTo(read.rule());
    }

    private List<AbortReason> throughPayload(List<AbortReason> reasons) throws IOException {
        for (AbortReason reason : reasons) {
            writer.write(reason, out);
        }
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        List<AbortReason> read = new ArrayList<>();
        while (in.available() > 0) {
            read.add(reader.read(in));
        }
        return read;
    }
}
