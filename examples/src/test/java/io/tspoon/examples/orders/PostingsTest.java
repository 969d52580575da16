/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.books.BookKey;
import io.tspoon.examples.books.Posting;
import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.messages.MessageSettings;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PostingsTest {
    private static final MessageSettings MESSAGES =
            new MessageSettings(null, 1, 0, 1, 1, null, new InputQuality(50, false));
    private static final Place NUTS = new Place("N", "nut");
    private static final StateUpdate PLACED =
            new StateUpdate("orders", "1", new PlacedOrder("ann", 30));
    private static final StateUpdate PAID = new StateUpdate("credit", "ann", 70L);
    private static final StateUpdate RESERVED = new StateUpdate("stock", NUTS, 6L);
    private static final List<Pick> PICKS =
            List.of(new Pick("1", "N", "nut", 3), new Pick("1", "N", "nut", 1));

    @Test
    void whatWasTakenStandsBesideWhatIsLeft() {
        assertThat(postings(PLACED, PAID, RESERVED))
                .containsExactly(
                        new Posting(new BookKey(Postings.CREDIT, "ann", ""), 5, 100, 30, 70),
                        new Posting(new BookKey(Postings.STOCK, "N", "nut"), 5, 10, 4, 6));
    }

    @Test
    void anUpdateThatIsMissingIsNotOverlooked() {
        assertThatThrownBy(() -> postings(PLACED, PAID))
                .hasMessageContaining("no balance of what it took from, state=stock, key=" + NUTS);
        assertThatThrownBy(() -> postings(PLACED, RESERVED))
                .hasMessageContaining("state=credit, key=ann");
    }

    private static List<Posting> postings(StateUpdate... updates) {
        List<Posting> postings = new ArrayList<>();
        TransactionResult<Pick> result =
                new TransactionResult<>(
                        new TransactionId(1),
                        "1",
                        new ExecutionTimestamp(5),
                        Outcome.COMMITTED,
                        1,
                        List.of(),
                        List.of(updates),
                        PICKS);
        OrdersSettings settings = new OrdersSettings(MESSAGES, 100, 10);
        new Postings(settings).flatMap(result, new ListCollector<>(postings));
        return postings;
    }
}
