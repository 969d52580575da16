/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobLayout;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class LayoutMessagesTest {
    @Test
    void layoutIsReadAsItWasWritten() throws IOException {
        JobLayout layout =
                new JobLayout(
                        List.of(
                                new JobLayout.State(
                                        "bank",
                                        "balance",
                                        3,
                                        List.of(
                                                instance(0, "http://127.0.0.1:8095", "10.0.0.1"),
                                                instance(2, "http://127.0.0.1:8096", "10.0.0.2"))),
                                new JobLayout.State("shop", "stock", 1, List.of())));

        assertThat(LayoutMessages.layout(LayoutMessages.response(layout))).isEqualTo(layout);
    }

    private static JobLayout.Instance instance(int index, String address, String host) {
        return new JobLayout.Instance(index, 128, Long.MIN_VALUE + index, address, host);
    }
}
