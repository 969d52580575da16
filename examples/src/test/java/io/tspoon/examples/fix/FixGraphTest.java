/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.fix;

import io.tspoon.testkit.SerialRun;
import io.tspoon.transaction.TransactionResult;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

import static io.tspoon.examples.fix.FixGraph.FUNDS;
import static io.tspoon.examples.fix.FixGraph.ORDERS;
import static io.tspoon.examples.fix.FixGraph.VENUES;
import static org.assertj.core.api.Assertions.assertThat;

/** The steps of an order one after the other, and the job as a user runs it. */
class FixGraphTest {
    private static final FixOrder ORDER = new FixOrder("o1", "alice", "ACME", 10, 200);

    private final SerialRun<Routed> fix = SerialRun.of(FixOrder.class, FixGraph::execute);

    @AfterEach
    void close() {
        fix.close();
    }

    @Test
    void orderIsFilledAtTheVenueThatOffersMost() {
        fix.given(FUNDS, "alice", 2_000L)
                .given(VENUES, "ACME", Map.of("XETR", 12, "XLON", 11))
                .when(ORDER)
                .expectCommitted()
                .expectEmitted(new Routed(ORDER, "XETR"))
                .expect(FUNDS, "alice", 0L)
                .expect(VENUES, "ACME", Map.of("XETR", 2, "XLON", 11))
                .expect(ORDERS, "o1", "XETR");
        assertThat(fix.results())
                .extracting(TransactionResult::entrance)
                .containsExactly("orders", "route", "update");
    }

    @Test
    void moneyComesBackIfNoVenueHasEnough() {
        fix.given(FUNDS, "alice", 2_000L)
                .given(VENUES, "ACME", Map.of("XETR", 9))
                .when(ORDER)
                .expectCommitted()
                .expect(FUNDS, "alice", 2_000L)
                .expect(VENUES, "ACME", Map.of("XETR", 9))
                .expect(ORDERS, "o1", "");
    }

    @Test
    void nothingIsRoutedWithoutFunds() {
        fix.given(FUNDS, "alice", 1_999L)
                .when(ORDER)
                .expectAborted("funds are enough")
                .expectNone(ORDERS, "o1");
        assertThat(fix.results()).hasSize(1);
    }

    @Test
    void jobLeavesSoundBooks() {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out, true);

        int exitCode = FixJob.run(new String[] {"--count=5000"}, writer, writer);

        assertThat(exitCode).as(out.toString()).isZero();
        assertThat(out.toString()).contains("Orders 5,000", "Sound: each order");
    }
}
