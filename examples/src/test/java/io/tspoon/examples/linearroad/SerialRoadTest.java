/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The rules, of the serial program. */
class SerialRoadTest extends RoadRules {
    private final SerialRoad road = new SerialRoad();

    @Override
    SerialRoad.Outcome execute(RoadMessage message) {
        return road.execute(message);
    }

    @Test
    void timeMayNotGoBack() {
        road.execute(RoadMessage.balance(7, 1, 1));

        assertThatThrownBy(() -> road.execute(RoadMessage.balance(6, 1, 2)))
                .hasMessageStartingWith("Cannot execute message: time goes back, last=7");
    }
}
