/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

class ShortTextTest {
    private static final String TEXT = "transfer 0123456789 to 9876543210";
    private static final int AT = 3;
    private static final byte UNTOUCHED = -1;

    @Test
    void charactersAreBytes() {
        for (int length = 0; length <= TEXT.length(); length++) {
            String text = TEXT.substring(0, length);
            int room = ShortText.roomFor(length);
            byte[] bytes = new byte[AT + room + 1];
            bytes[AT - 1] = UNTOUCHED;
            bytes[AT + room] = UNTOUCHED;

            assertThat(ShortText.put(text, bytes, AT)).isLessThan(0x80);

            assertThat(new String(bytes, AT, length, StandardCharsets.US_ASCII)).isEqualTo(text);
            assertThat(room - length).isBetween(0, Long.BYTES - 1);
            assertThat(bytes[AT - 1]).isEqualTo(UNTOUCHED);
            assertThat(bytes[AT + room]).isEqualTo(UNTOUCHED);
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {'\u0080', '\u00ff', '\u0100', '\uffff'})
    void anyCharacterThatIsLargerIsTold(char large) {
        for (int place = 0; place < TEXT.length(); place++) {
            String text = TEXT.substring(0, place) + large + TEXT.substring(place + 1);

            assertThat(ShortText.put(text, new byte[ShortText.roomFor(text.length())], 0))
                    .isGreaterThanOrEqualTo(large);
        }
    }
}
