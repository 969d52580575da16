/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GatheredTest {
    private final Gathered<Integer> gathered = new Gathered<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 20})
    void elementsAreTakenInTheirOrder(int count) {
        List<Integer> elements = IntStream.range(0, count).boxed().toList();
        elements.forEach(gathered::add);
        List<Integer> taken = gathered.take();
        assertThat(taken).isEqualTo(elements);

        gathered.add(7);
        assertThat(gathered.take()).as("the others are forgotten").containsExactly(7);
        assertThat(taken).as("they stay in their list").isEqualTo(elements);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void listIsNotChanged(int count) {
        IntStream.range(0, count).forEach(gathered::add);
        List<Integer> taken = gathered.take();

        assertThatThrownBy(() -> taken.set(0, 1)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nullIsAnElement() {
        gathered.add(1);
        gathered.add(null);
        gathered.add(2);
        assertThat(gathered.take()).containsExactly(1, null, 2);

        gathered.add(null);
        assertThat(gathered.take()).containsExactly((Integer) null);
    }
}
