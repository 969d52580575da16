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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AbortReasonCodecTest {
    private final AbortReasonCodec writer = new AbortReasonCodec();
    private final AbortReasonCodec reader = new AbortReasonCodec();
    private final DataOutputSerializer out = new DataOutputSerializer(16);

    @Test
    void reasonsComeBack() throws Exception {
        assertComeBack(
                new AbortReason(Kind.CONSTRAINT, "balance", "7", "not negative", ""),
                new AbortReason(Kind.CONSTRAINT, "balance", "8", "not negative", ""),
                new AbortReason(Kind.USER, "check", "", "Betrag zu groß", "limit=5 €"),
                new AbortReason(Kind.USER, "check", "\uD83D\uDE80", "", "x".repeat(500)),
                new AbortReason(Kind.BOUND, "balance", "7", "too large", "limitBytes=9"),
                new AbortReason(Kind.FAILURE, "balance", "7", "java.io.IOException", "broke"),
                new AbortReason(Kind.EXPECTATION, "balance", "7", "/expect/0", "exists=true"),
                new AbortReason(Kind.CONSTRAINT, "balance", "7", "not negative", ""));
    }

    /** Of the same length, one the beginning of the other, and empty: all are told apart. */
    @Test
    void textsLikeTheLastOneAreToldFromIt() throws Exception {
        assertComeBack(user("aa", "r1"), user("ab", "r2"), user("a", "r"), user("", "r22"));
        assertComeBack(user("aa", ""));
    }

    @Test
    void operatorAndRuleOfTheLastReasonAreKept() throws Exception {
        AbortReason reason = new AbortReason(Kind.USER, "balance", "7", "not negative", "");
        List<AbortReason> read = throughPayload(List.of(reason, reason));
        assertThat(read.get(1).operator()).isSameAs(read.get(0).operator());
        assertThat(read.get(1).rule()).isSameAs(read.get(0).rule());
    }

    @Test
    void longTextsAreCut() throws Exception {
        String longest = "y".repeat(20_000);
        String huge = "y".repeat(1_000_000);
        String pair = "y".repeat(19_999) + "\uD83D\uDE80";
        List<AbortReason> read =
                throughPayload(
                        List.of(
                                new AbortReason(Kind.USER, longest, longest, longest, longest),
                                new AbortReason(Kind.USER, huge, huge, huge, huge),
                                new AbortReason(Kind.USER, pair, pair, pair, pair)));
        assertThat(read).extracting(AbortReason::operator).containsExactly(cuts(longest));
        assertThat(read).extracting(AbortReason::key).containsExactly(cuts(longest));
        assertThat(read).extracting(AbortReason::rule).containsExactly(cuts(longest));
        assertThat(read).extracting(AbortReason::detail).containsExactly(cuts(longest));
    }

    @Test
    void unknownKindIsRefused() throws Exception {
        writer.write(user("a", "r"), out);
        byte[] payload = out.getCopyOfBuffer();
        payload[0] = (byte) Kind.values().length;

        assertThatThrownBy(() -> reader.read(new DataInputDeserializer(payload)))
                .hasMessageContaining("unknown kind of reason, code=5");
    }

    private void assertComeBack(AbortReason... reasons) throws IOException {
        out.clear();
        assertThat(throughPayload(List.of(reasons))).containsExactly(reasons);
    }

    private static AbortReason user(String operator, String rule) {
        return new AbortReason(Kind.USER, operator, "", rule, "");
    }

    private static String[] cuts(String longest) {
        return new String[] {longest, longest + "...", longest.substring(1) + "..."};
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
