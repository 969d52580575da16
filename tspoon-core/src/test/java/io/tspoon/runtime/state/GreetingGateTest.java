/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class GreetingGateTest {
    private final GreetingGate gate = new GreetingGate(3);

    @Test
    void nobodyIsAnsweredBeforeAllHaveGreeted() {
        assertThat(greeted(2)).isEmpty();
        assertThat(greeted(0)).isEmpty();
        assertThat(greeted(1)).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(gate.isOver()).isFalse();
    }

    @Test
    void nobodyIsAnsweredAgainBeforeAllHaveGreetedAgain() {
        greetAll();

        assertThat(greeted(0)).isEmpty();
        assertThat(greeted(2)).isEmpty();
        assertThat(greeted(1)).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(gate.isOver()).isTrue();
    }

    /** At PL4 an idle coordinator leaves, and joins before the others have recovered. */
    @Test
    void whoGreetsOnceMoreMeanwhileIsAnsweredForBoth() {
        greetAll();
        gate.greeted(0);
        assertThat(greeted(0)).isEmpty();
        gate.greeted(2);

        assertThat(greeted(1)).containsExactlyInAnyOrder(0, 0, 1, 2);
    }

    @Test
    void whoJoinsLaterIsAnsweredAtOnce() {
        greetAll();
        greetAll();

        assertThat(greeted(1)).containsExactly(1);
    }

    @Test
    void singleCoordinatorIsAnsweredAtOnce() {
        GreetingGate single = new GreetingGate(1);
        assertThat(List.copyOf(single.greeted(0))).containsExactly(0);
        assertThat(List.copyOf(single.greeted(0))).containsExactly(0);
        assertThat(single.isOver()).isTrue();
    }

    @Test
    void withoutALogWhoGreetsIsAnsweredAtOnce() {
        GreetingGate open = GreetingGate.open(3);

        assertThat(open.isOver()).isTrue();
        assertThat(List.copyOf(open.greeted(2))).containsExactly(2);
        assertThat(List.copyOf(open.greeted(0))).containsExactly(0);
    }

    @Test
    void nobodyIsAnsweredBeforeAllIsLoaded() {
        GreetingGate open = GreetingGate.open(3);
        open.awaitLoads();

        assertThat(List.copyOf(open.greeted(2))).isEmpty();
        assertThat(List.copyOf(open.greeted(0))).isEmpty();
        assertThat(open.isOver()).isFalse();
        assertThat(List.copyOf(open.loaded())).containsExactly(2, 0);
        assertThat(open.isOver()).isTrue();
        assertThat(List.copyOf(open.greeted(1))).containsExactly(1);
    }

    @Test
    void withALogAllHaveGreetedAndAllIsLoaded() {
        gate.awaitLoads();
        greetAll();
        assertThat(List.copyOf(gate.loaded())).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(gate.isOver()).isFalse();

        GreetingGate late = new GreetingGate(2);
        late.awaitLoads();
        late.greeted(1);
        assertThat(List.copyOf(late.loaded())).isEmpty();
        assertThat(List.copyOf(late.greeted(0))).containsExactlyInAnyOrder(0, 1);
    }

    private List<Integer> greeted(int coordinator) {
        return List.copyOf(gate.greeted(coordinator));
    }

    private void greetAll() {
        for (int coordinator = 0; coordinator < 3; coordinator++) {
            gate.greeted(coordinator);
        }
    }
}
