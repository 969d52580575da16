/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FlushFrameTest {
    /** Readers take a longer one for damage. */
    @Test
    void whatNobodyCouldReadIsNotWritten() {
        int tooLong = FlushFrame.PREFIX_BYTES + FlushFrame.MAX_BODY_BYTES + 1;
        byte[] frame = new byte[FlushFrame.PREFIX_BYTES];
        assertThatThrownBy(() -> FlushFrame.seal(frame, tooLong, FlushFrame.Kind.HEADER, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kind=HEADER")
                .hasMessageContaining("limit=" + FlushFrame.MAX_BODY_BYTES);
    }
}
