/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class InputQualityTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50 | 10 | 0 | 0 | Sound: fine.",
                "50 | 5 | 5 | 0 | Sound: fine. Malformed: 5 of 10.",
                "50 | 5 | 6 | 4 | REJECTED: too much is malformed, malformed=6, read=5,"
                        + " --max-rejected=50 (percent). What was read is executed.",
                "0 | 999 | 1 | 4 | REJECTED: too much is malformed, malformed=1, read=999,"
                        + " --max-rejected=0 (percent). What was read is executed.",
                "100 | 1 | 999 | 0 | Sound: fine. Malformed: 999 of 1,000.",
                "100 | 0 | 1 | 4 | 'REJECTED: nothing could be read, malformed=1.'"
            })
    void whatCouldNotBeReadCounts(int percent, long read, long rejected, int code, String line) {
        JobVerdict verdict = new InputQuality(percent, true).judge(read, rejected, "fine.");

        assertThat(verdict.exitCode()).isEqualTo(code);
        assertThat(verdict.line()).isEqualTo(line);
    }

    @Test
    void aTopicMayBeEmptyAndAFileMayNot() {
        assertThat(new InputQuality(50, true).judge(0, 0, "fine.").isSound()).isTrue();
        assertThat(new InputQuality(50, false).judge(0, 0, "fine.").exitCode()).isEqualTo(4);
    }
}
