/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Row;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A changelog of a state is refused where it cannot be right, and takes the updates of its state.
 */
class ChangelogOutputTest {
    private static final TypeInformation<Row> TYPE = Types.ROW(Types.LONG, Types.LONG);
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    private final DataStream<TransactionResult<Long>> results =
            TransactionalGraph.named("bank")
                    .openTransaction(EmbeddedFlink.environment(2).fromSequence(1, 10))
                    .keyBy(number -> number)
                    .update(SUM, Long::sum)
                    .closeTransaction();

    @Test
    void stateIsOneOfTheGraph() {
        StateSpec<Long, Long> other = StateSpec.named("other", Long.class, Long.class);

        assertRefused(() -> ChangelogOutput.named("sums", results, other))
                .hasMessage(
                        "[TSP-1216] Cannot make changelog of state: the results are not of a"
                            + " t-graph with this state, changelog=sums, state=other, states=[sum]."
                            + " Pass what closeTransaction has returned, and a state that this"
                            + " t-graph accesses.");
        assertThat(ChangelogOutput.named("sums", results.filter(r -> r.isCommitted()), SUM))
                .isNotNull();
    }

    @Test
    void argumentsAreGivenAndFit() {
        assertRefused(() -> ChangelogOutput.named("the sums", results, SUM))
                .hasMessageContaining("Cannot name changelog: unfit name, name=the sums");
        assertRefused(() -> ChangelogOutput.named("sums", null, SUM))
                .hasMessageContaining("an argument is null, argument=results");
        assertRefused(() -> ChangelogOutput.named("sums", results, null))
                .hasMessageContaining("argument=state");
        ChangelogOutput<Long, Long> sums = ChangelogOutput.named("sums", results, SUM);
        assertRefused(() -> sums.rows(null, Row::of)).hasMessageContaining("argument=type");
        assertRefused(() -> sums.rows(TYPE, null)).hasMessageContaining("argument=function");
        assertRefused(() -> sums.forgettingDeletedAfter(null))
                .hasMessageContaining("argument=time");
        assertRefused(() -> sums.forgettingDeletedAfter(Duration.ZERO))
                .hasMessageContaining(
                        "deleted keys are not kept for any time, changelog=sums, time=PT0S");
    }

    @Test
    void updatesOfTheStateAreTaken() throws Exception {
        List<Row> updates = new ArrayList<>();

        ChangelogOutput.<Long, Long, Long>updates("sums", SUM, Row::of)
                .flatMap(
                        result(
                                new StateUpdate("sum", 1L, 10L),
                                new StateUpdate("other", 2L, 20L),
                                new StateUpdate("sum", 3L, null)),
                        new ListCollector<>(updates));

        assertThat(updates).containsExactly(Row.of(1L, 7L, Row.of(1L, 10L)), Row.of(3L, 7L, null));
    }

    @Test
    void functionGivesARow() {
        assertThatThrownBy(
                        () ->
                                ChangelogOutput.<Long, Long, Long>updates(
                                                "sums", SUM, (key, value) -> null)
                                        .flatMap(
                                                result(new StateUpdate("sum", 1L, 10L)),
                                                new ListCollector<>(new ArrayList<>())))
                .hasMessageContaining(
                        "[TSP-1218] Cannot make changelog of state: the function gave no row,"
                                + " changelog=sums, state=sum, key=1.");
    }

    private static TransactionResult<Long> result(StateUpdate... updates) {
        return new TransactionResult<>(
                new TransactionId(7),
                "",
                new ExecutionTimestamp(7),
                Outcome.COMMITTED,
                1,
                List.of(),
                List.of(updates),
                List.of());
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
