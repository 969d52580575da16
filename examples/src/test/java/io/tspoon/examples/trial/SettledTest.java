/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SettledTest {
    @Test
    void lineIsReadAsItWasWritten() {
        Settled committed = new Settled(3, 12, 14, true, new TreeMap<>(Map.of(7, 160L, 2, 40L)));
        Settled aborted = new Settled(4, 13, 13, false, new TreeMap<>());

        assertThat(committed.line()).isEqualTo("3 12 14 COMMITTED 2=40,7=160");
        assertThat(aborted.line()).isEqualTo("4 13 13 ABORTED -");
        assertThat(Settled.parse(committed.line())).isEqualTo(committed);
        assertThat(Settled.parse(aborted.line())).isEqualTo(aborted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3 12 14 COMMITTED", "3 12 14 OPEN -", "x 12 14 ABORTED -"})
    void otherLinesAreRefused(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> Settled.parse(line));
    }
}
