/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

class AdmissionOrderTest {
    private static final int CAPACITY = 8;

    /** Whoever was admitted first is known, in whatever order the others leave. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void firstIsWhoeverWasAdmittedFirstOfThoseLeft(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        AdmissionOrder order = new AdmissionOrder(CAPACITY);
        TreeMap<Long, Integer> places = new TreeMap<>();
        long number = 0;
        for (int step = 0; step < 10_000; step++) {
            if (places.isEmpty() || places.size() < CAPACITY && random.nextBoolean()) {
                number++;
                places.put(number, order.add(number, -number));
            } else {
                List<Long> left = new ArrayList<>(places.keySet());
                order.remove(places.remove(left.get(random.nextInt(left.size()))));
            }
            boolean isEmpty = places.isEmpty();
            assertThat(order.firstNumber()).isEqualTo(isEmpty ? Long.MAX_VALUE : places.firstKey());
            assertThat(order.firstNanos()).isEqualTo(isEmpty ? 0 : -places.firstKey());
            places.forEach(
                    (one, place) -> {
                        assertThat(order.number(place)).isEqualTo(one);
                        assertThat(order.nanos(place)).isEqualTo(-one);
                    });
        }
    }
}
