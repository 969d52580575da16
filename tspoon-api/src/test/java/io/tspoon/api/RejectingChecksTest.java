/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Elements are rejected only where all that one of them does is one access to a partition. */
class RejectingChecksTest {
    private static final StateSpec<Long, Long> PARTITIONED =
            StateSpec.named("partitioned", Long.class, Long.class)
                    .partitionedBy(key -> key, Long.class);

    private static final StateSpec<Long, Long> OTHER =
            StateSpec.named("other", Long.class, Long.class).partitionedBy(key -> key, Long.class);

    private static final StateSpec<Long, Long> PLAIN =
            StateSpec.named("plain", Long.class, Long.class).initialValue(0L);

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);
    private TransactionalGraph graph = TransactionalGraph.named("bank");

    private TransactionalStream<Long> opened() {
        return graph.openBatches(numbers, Batches.<Long>ofCount(2).rejecting());
    }

    private static TransactionalStream<Long> paid(
            TransactionalStream<Long> payments, StateSpec<Long, Long> state) {
        return payments.partitionBy(payment -> payment, Types.LONG)
                .procedure(
                        (partition, payment, transaction) ->
                                partition.of(state, payment).set(payment),
                        Long.class,
                        state);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            TransactionalStream<Long> leaf) {
        return assertThatThrownBy(() -> TransactionalGraph.closeTransaction(leaf))
                .isInstanceOf(InvalidGraphException.class);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            TransactionalStream<Long> one, TransactionalStream<Long> other) {
        return assertThatThrownBy(() -> TransactionalGraph.closeTransaction(one, other))
                .isInstanceOf(InvalidGraphException.class);
    }

    @Test
    void procedureOfAPartitionMayReject() {
        TransactionalStream<Long> payments =
                opened().filter(payment -> payment > 0).map(payment -> payment + 1, Long.class);
        TransactionalStream<Long> paid = paid(payments, PARTITIONED);
        assertThatCode(
                        () ->
                                TransactionalGraph.closeTransaction(
                                        paid.filter(payment -> payment > 3),
                                        paid.flatMap(
                                                (payment, out) -> out.collect(payment),
                                                Long.class)))
                .doesNotThrowAnyException();
    }

    @Test
    void stateIsPartitioned() {
        assertRefused(
                        opened().keyBy(payment -> payment)
                                .update(PLAIN, (sum, payment) -> sum + payment))
                .hasMessageContaining("[TSP-1379]")
                .hasMessageContaining("graph=bank, state=plain. Say which keys are together");
    }

    @Test
    void nothingInFrontMakesSeveralElementsOfOne() {
        assertRefused(
                        paid(
                                opened().flatMap(
                                                (payment, out) -> out.collect(payment), Long.class),
                                PARTITIONED))
                .hasMessageContaining("[TSP-1378]")
                .hasMessageContaining(
                        "may make several elements of one, graph=bank, operation=flatMap. Let");
        graph = TransactionalGraph.named("second");
        assertRefused(
                        paid(
                                opened().process(
                                                (payment, transaction, out) -> out.collect(payment),
                                                Long.class)
                                        .named("check"),
                                OTHER))
                .hasMessageContaining("graph=second, operation=check");
    }

    @Test
    void elementsGoOneWay() {
        TransactionalStream<Long> payments = opened().map(payment -> payment, Long.class);
        assertRefused(paid(payments, PARTITIONED), paid(payments, OTHER))
                .hasMessageContaining("gives its elements to several consumers")
                .hasMessageContaining("operation=map");
        graph = TransactionalGraph.named("second");
        TransactionalStream<Long> leaf = opened();
        assertRefused(
                        leaf,
                        paid(
                                leaf,
                                StateSpec.named("third", Long.class, Long.class)
                                        .partitionedBy(key -> key, Long.class)))
                .hasMessageContaining("gives its elements to several consumers")
                .hasMessageContaining("operation=openBatches");
    }

    @Test
    void thereIsAState() {
        assertRefused(opened().map(payment -> payment, Long.class))
                .hasMessageContaining("gives its elements to no state, graph=bank, operation=map");
    }

    @Test
    void noStateIsBehindTheProcedure() {
        assertRefused(
                        paid(opened(), PARTITIONED)
                                .filter(payment -> payment > 1)
                                .keyBy(payment -> payment)
                                .update(PLAIN, (sum, payment) -> sum + payment))
                .hasMessageContaining("[TSP-1380]")
                .hasMessageContaining("graph=bank, state=partitioned, to=plain. Let");
    }

    /** Only what rejects is bound to this. */
    @Test
    void otherEntrancesOfTheStateMayGoOn() {
        TransactionalStream<Long> rejecting =
                graph.openBatches("files", numbers, Batches.<Long>ofCount(2).rejecting());
        TransactionalStream<Long> single = graph.openTransaction("payments", numbers);
        TransactionalStream<Long> paid = paid(rejecting, PARTITIONED);
        TransactionalStream<Long> counted =
                paid(
                                single.flatMap((payment, out) -> out.collect(payment), Long.class),
                                PARTITIONED)
                        .keyBy(payment -> payment)
                        .update(PLAIN, (sum, payment) -> sum + payment);
        assertThatCode(() -> TransactionalGraph.closeTransaction(paid, counted))
                .doesNotThrowAnyException();
    }

    @Test
    void entranceIsNamed() {
        TransactionalStream<Long> rejecting =
                graph.openBatches("files", numbers, Batches.<Long>ofCount(2).rejecting());
        TransactionalStream<Long> single = graph.openTransaction("payments", numbers);
        assertRefused(
                        rejecting
                                .union(single)
                                .keyBy(payment -> payment)
                                .update(PLAIN, (sum, payment) -> sum + payment))
                .hasMessageContaining("graph=bank, entrance=files, state=plain");
    }

    @Test
    void deterministicChainsDoNotReject() {
        graph =
                graph.isolation(IsolationLevel.PL4)
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC);
        assertRefused(paid(opened(), PARTITIONED))
                .hasMessageContaining("[TSP-1267]")
                .hasMessageContaining("Use LOCK_BASED or TIMESTAMP_BASED at PL4");
    }
}
