/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChunkedListTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                16,
                17,
                ChunkedList.CHUNK - 1,
                ChunkedList.CHUNK,
                ChunkedList.CHUNK + 1,
                3 * ChunkedList.CHUNK
            })
    void hasWhatWasAdded(int count) {
        List<Integer> chunked = new ChunkedList<>();
        List<Integer> plain = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chunked.add(i);
            plain.add(i);
        }
        assertThat(chunked).isEqualTo(plain);
        assertThatThrownBy(() -> chunked.get(count)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
