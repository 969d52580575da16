/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class FlushOrderTest {
    private final FlushOrder order = new FlushOrder();

    @Test
    void ticketIsDurableWithAllEarlierOnesOnly() {
        Flush first = add(3);
        Flush second = add(7);
        Flush third = add(8);
        Flush fourth = add(20);

        assertThat(order.acknowledge(second)).isEqualTo(Flush.NO_TICKET);
        assertThat(order.acknowledge(fourth)).isEqualTo(Flush.NO_TICKET);
        assertThat(order.acknowledge(first)).isEqualTo(7);
        assertThat(order.size()).isEqualTo(2);
        assertThat(order.acknowledge(third)).isEqualTo(20);
        assertThat(order.size()).isZero();
    }

    @Test
    void headerHasNoTicket() {
        Flush header = Flush.header(new byte[4]);
        order.add(header);

        assertThat(order.acknowledge(header)).isEqualTo(Flush.NO_TICKET);
        assertThat(order.size()).isZero();
    }

    private Flush add(long ticket) {
        Flush flush = Flush.records(ticket, List.of());
        order.add(flush);
        return flush;
    }
}
