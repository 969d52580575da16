/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class InputDigestTest {
    private static final int LONGEST = 10_000;

    private final InputDigest<byte[]> digest = digest();

    /** Also those behind the first 256, of which the length takes 4: there the buffer grows. */
    @ParameterizedTest
    @ValueSource(ints = {1, 251, 252, 253, 256, 1_000})
    void everyByteCounts(int length) throws IOException {
        List<InputIdentity> identities = new ArrayList<>(List.of(digest.of(new byte[length])));
        for (int place = 0; place < length; place++) {
            byte[] other = new byte[length];
            other[place] = 1;
            identities.add(digest.of(other));
        }

        assertThat(identities).doesNotHaveDuplicates();
        assertThat(identities).extracting(InputIdentity::contentHigh).doesNotHaveDuplicates();
        assertThat(identities).extracting(InputIdentity::contentLow).doesNotHaveDuplicates();
    }

    /** Longer ones have made the buffer grow, and left their bytes there. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 252, 253, LONGEST})
    void sameBytesGiveTheSameWhateverCameBefore(int length) throws IOException {
        InputIdentity before = digest.of(new byte[length]);
        byte[] longest = new byte[LONGEST];
        longest[length / 2] = 1;
        digest.of(longest);

        assertThat(digest.of(new byte[length])).isEqualTo(before);
        assertThat(digest().of(new byte[length])).isEqualTo(before);
    }

    @Test
    void arrayIsKeptUnlessItIsLarge() throws IOException {
        InputIdentity before = digest.of(new byte[LONGEST]);
        int kept = digest.keptBytes();
        assertThat(kept).isGreaterThan(LONGEST);
        digest.of(new byte[1]);
        assertThat(digest.keptBytes()).isEqualTo(kept);

        digest.of(new byte[3 * InputDigest.MAX_KEPT_BYTES]);
        assertThat(digest.keptBytes()).isLessThan(LONGEST);
        assertThat(digest.of(new byte[LONGEST])).isEqualTo(before);
    }

    /** A log that an earlier build has written holds what it gave: it must not change. */
    @Test
    void halfOfSha256IsTaken() throws IOException {
        InputDigest<Long> ofNumbers = new InputDigest<>(LongSerializer.INSTANCE);
        long abcdefgh = 0x6162636465666768L;

        assertThat(ofNumbers.of(abcdefgh))
                .isEqualTo(new InputIdentity("", 0x9c56cc51b374c3baL, 0x189210d5b6d4bf57L));
    }

    private static InputDigest<byte[]> digest() {
        return new InputDigest<>(BytePrimitiveArraySerializer.INSTANCE);
    }
}
