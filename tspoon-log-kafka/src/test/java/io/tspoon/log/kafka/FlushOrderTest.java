/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FlushOrderTest {
    private final FlushOrder order = new FlushOrder();

    @Test
    void ticketIsDurableWithAllEarlierOnesOnly() throws Exception {
        Flush first = add(3);
        Flush second = add(7);
        Flush third = add(8);
        Flush fourth = add(20);

        assertThat(order.acknowledge(second, 12)).isEqualTo(Flush.NO_TICKET);
        assertThat(order.acknowledge(fourth, 15)).isEqualTo(Flush.NO_TICKET);
        assertThat(order.acknowledge(first, 11)).isEqualTo(7);
        assertThat(order.size()).isEqualTo(2);
        assertThat(order.acknowledge(third, 14)).isEqualTo(20);
        assertThat(order.size()).isZero();
    }

    @Test
    void headerHasNoTicket() throws Exception {
        Flush header = Flush.header(new byte[4]);
        order.add(header);

        assertThat(order.acknowledge(header, 0)).isEqualTo(Flush.NO_TICKET);
        assertThat(order.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 11})
    void nothingIsDurableWhereEarlierOnesWere(long offset) throws Exception {
        Flush first = add(3);
        order.acknowledge(first, 11);
        Flush second = add(7);
        Flush third = add(8);
        assertThat(order.acknowledge(third, 12)).isEqualTo(Flush.NO_TICKET);

        assertThatThrownBy(() -> order.acknowledge(second, offset))
                .isInstanceOf(PartWentBackException.class)
                .hasMessageEndingWith("offset=" + offset + ", offset of the flush before=11");
    }

    @Test
    void flushThatTheBrokerHadAlreadyMayBeAnywhere() throws Exception {
        order.acknowledge(add(3), 11);

        assertThat(order.acknowledge(add(7), -1)).isEqualTo(7);
        Flush third = add(8);
        assertThatThrownBy(() -> order.acknowledge(third, 11))
                .isInstanceOf(PartWentBackException.class);
    }

    private Flush add(long ticket) {
        Flush flush = Flush.records(ticket, List.of());
        order.add(flush);
        return flush;
    }
}
