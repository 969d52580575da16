/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.peer.KeyGroupLoads;
import io.tspoon.query.route.KeyGroupBalance.HotGroup;
import io.tspoon.read.KeyGroupLoad;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class KeyGroupBalanceTest {
    private static final Offset<Double> CLOSE = Offset.offset(1e-9);

    /** Two hot key groups lie together by chance: moving one of them makes all even. */
    @Test
    void hotGroupsThatLieTogetherCanBeParted() {
        KeyGroupBalance balance = balance(2, List.of(loads(0, 40, 40), loads(1, 10, 10)));
        assertThat(balance.accessesPerS()).isEqualTo(100);
        assertThat(balance.busiest()).isCloseTo(1.6, CLOSE);
        assertThat(balance.reachable()).isCloseTo(1, CLOSE);
        assertThat(balance.hottest())
                .containsExactly(
                        new HotGroup(0, 0, 0.4),
                        new HotGroup(1, 0, 0.4),
                        new HotGroup(10, 1, 0.1),
                        new HotGroup(11, 1, 0.1));
    }

    /** One key group is as hot as all others together: of four instances one keeps half. */
    @Test
    void hottestGroupIsTheBound() {
        KeyGroupBalance balance =
                balance(4, List.of(loads(0, 60), loads(1, 20), loads(2, 20), loads(3, 20)));
        assertThat(balance.busiest()).isCloseTo(2, CLOSE);
        assertThat(balance.reachable()).isCloseTo(2, CLOSE);
    }

    /** Where the greedy way ends worse than what is, what is can be reached. */
    @Test
    void whatIsCanBeReached() {
        KeyGroupBalance balance = balance(2, List.of(loads(0, 3, 3), loads(1, 2, 2, 2)));
        assertThat(balance.busiest()).isCloseTo(1, CLOSE);
        assertThat(balance.reachable()).isCloseTo(1, CLOSE);
    }

    /** An instance that nothing goes to counts, though it has nothing to tell. */
    @Test
    void idleInstancesCount() {
        KeyGroupBalance balance = balance(4, List.of(loads(0, 25, 25, 25, 25)));
        assertThat(balance.busiest()).isCloseTo(4, CLOSE);
        assertThat(balance.reachable()).isCloseTo(1, CLOSE);
    }

    @Test
    void whatIsNotToldOneByOneCounts() {
        List<KeyGroupLoad> all = new ArrayList<>();
        for (int group = 0; group < 100; group++) {
            all.add(new KeyGroupLoad(group, group == 50 ? 101 : 1));
        }
        KeyGroupLoads loads = KeyGroupLoads.of("balance", 0, 2, all, 5);
        assertThat(loads.hottest()).hasSize(5).startsWith(new KeyGroupLoad(50, 101));
        assertThat(loads.othersPerS()).isEqualTo(95);
        KeyGroupBalance balance = balance(2, List.of(loads));
        assertThat(balance.accessesPerS()).isEqualTo(200);
        assertThat(balance.reachable()).isCloseTo(1.01, CLOSE);
    }

    @Test
    void statesOfWhichNothingIsAccessedAreLeftOut() {
        assertThat(KeyGroupBalance.of(List.of(loads(0), loads(1)))).isEmpty();
    }

    private static KeyGroupBalance balance(int parallelism, List<KeyGroupLoads> loads) {
        List<KeyGroupLoads> all =
                loads.stream()
                        .map(
                                one ->
                                        new KeyGroupLoads(
                                                one.state(),
                                                one.instance(),
                                                parallelism,
                                                one.hottest(),
                                                one.othersPerS()))
                        .toList();
        List<KeyGroupBalance> balances = KeyGroupBalance.of(all);
        assertThat(balances).hasSize(1);
        return balances.get(0);
    }

    private static KeyGroupLoads loads(int instance, double... accessesPerS) {
        List<KeyGroupLoad> loads = new ArrayList<>();
        for (double load : accessesPerS) {
            loads.add(new KeyGroupLoad(10 * instance + loads.size(), load));
        }
        return KeyGroupLoads.of("balance", instance, 2, loads, 100);
    }
}
