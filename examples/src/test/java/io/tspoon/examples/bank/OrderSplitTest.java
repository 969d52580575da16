/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OrderSplitTest {
    private static final OrderInput SAMPLE =
            new OrderInput(OrderInput.SAMPLE, OrderFormat.AUTO, ColumnNames.defaults());

    @Test
    void restoredSplitGoesOnWhereTheOtherStopped() throws IOException {
        OrderSplit split = new OrderSplit(SAMPLE, 0);
        OrderSplit.Lines lines = split.getIterator();
        for (int i = 0; i < 10; i++) {
            lines.next();
        }
        OrderSplitSerializer serializer = new OrderSplitSerializer(SAMPLE);
        OrderSplit restored =
                serializer.deserialize(
                        serializer.getVersion(),
                        serializer.serialize(split.getUpdatedSplitForIterator(lines)));
        assertThat(restored.line()).isEqualTo(11);
        OrderSplit.Lines rest = restored.getIterator();
        while (lines.hasNext()) {
            assertThat(rest.next()).isEqualTo(lines.next());
        }
        assertThat(rest.hasNext()).isFalse();
    }

    @Test
    void enumeratorStateIsRead() throws IOException {
        var serializer = new OrderSplitSerializer(SAMPLE).ofCollections();
        List<OrderSplit> splits = List.of(new OrderSplit(SAMPLE, 0), new OrderSplit(SAMPLE, 5));
        byte[] bytes = serializer.serialize(splits);
        assertThat(serializer.deserialize(1, bytes)).isEqualTo(splits);
        assertThatThrownBy(() -> serializer.deserialize(2, bytes)).isInstanceOf(IOException.class);
    }
}
