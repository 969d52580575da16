/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.junit.jupiter.api.Test;

import java.io.IOException;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NoFailureTest {
    @Test
    void failureThatWasToldOnAnotherThreadFailsTheTest() throws Exception {
        NoFailure noFailure = new NoFailure();
        assertThatCode(noFailure::check).doesNotThrowAnyException();

        IOException cause = new IOException("disk full");
        Thread writer = new Thread(() -> noFailure.failed(cause));
        writer.start();
        writer.join();

        assertThatThrownBy(noFailure::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("disk full")
                .hasCause(cause);
    }
}
