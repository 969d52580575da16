/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeyTurnsTest {
    private final KeyTurns<String> key = new KeyTurns<>();

    @Test
    void nobodyHasItsTurnWhileTheKeyIsTaken() {
        key.take("first");
        key.add("second");

        assertThat(key.owner()).isEqualTo("first");
        assertThat(key.next()).isNull();
        assertThat(key.isFree()).isFalse();
    }

    @Test
    void readersFollowEachOtherUntilOneTakesTheKey() {
        key.take("first");
        key.add("reader");
        key.add("another");
        key.add("writer");
        key.add("last");

        key.giveBack();
        assertThat(key.next()).isEqualTo("reader");
        assertThat(key.next()).isEqualTo("another");
        assertThat(key.next()).isEqualTo("writer");
        key.take("writer");
        assertThat(key.next()).isNull();
        key.giveBack();
        assertThat(key.next()).isEqualTo("last");
    }

    @Test
    void keyThatNobodyHasOrAwaitsIsFree() {
        assertThat(key.isFree()).isTrue();
        key.take("first");
        key.add("second");
        key.giveBack();

        assertThat(key.isFree()).as("somebody waits").isFalse();
        key.next();
        assertThat(key.isFree()).isTrue();
        assertThat(key.next()).isNull();
    }
}
