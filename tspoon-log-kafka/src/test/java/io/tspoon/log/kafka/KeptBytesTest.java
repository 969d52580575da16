/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeptBytesTest {
    private final KeptBytes kept = new KeptBytes();

    @Test
    void segmentsBeforeThePositionDoNotCount() {
        segment(10, 1);
        segment(20, 30);
        segment(30, 500);
        assertThat(kept.bytes()).isEqualTo(531);

        kept.deleteBefore(20);
        assertThat(kept.bytes()).isEqualTo(530);

        kept.deleteBefore(15);
        assertThat(kept.bytes()).isEqualTo(530);

        kept.deleteBefore(30);
        kept.add(7);
        assertThat(kept.bytes()).isEqualTo(507);
    }

    @Test
    void positionBeforeAllSegmentsDeletesNothing() {
        segment(10, 1);

        kept.deleteBefore(5);

        assertThat(kept.bytes()).isEqualTo(1);
    }

    private void segment(long position, int bytes) {
        kept.begin(position);
        kept.add(bytes);
    }
}
