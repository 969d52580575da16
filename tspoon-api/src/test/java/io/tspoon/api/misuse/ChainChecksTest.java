/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Chains take t-graphs whose accesses are known when a transaction enters, and no others. */
class ChainChecksTest {
    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final StateSpec<Long, Long> OTHER = Numbers.sums("other");
    private static final StateSpec<Long, Long> THIRD = Numbers.sums("third");

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);

    // ------------------------------------------------------------------ flat

    @Test
    void stateThatFeedsAnotherOneIsRefused() {
        assertRefused(sum(open()).keyBy(sum -> sum).update(OTHER, Long::sum))
                .hasMessageStartingWith("[TSP-1121] Cannot close t-graph: with deterministic chain")
                .hasMessageContaining("no state may send elements to another one, graph=bank")
                .hasMessageContaining("state=sum, to=other")
                .hasMessageContaining("Key the elements in front of the first state")
                .hasMessageContaining("with sameKey, or use LOCK_BASED or TIMESTAMP_BASED at PL4");
    }

    @Test
    void stateThatFeedsAnotherOneThroughStepsAndUnionsIsRefused() {
        TransactionalStream<Long> opened = open();
        TransactionalStream<Long> behind =
                sum(opened).filter(sum -> sum > 3).map(sum -> sum + 1).union(opened);

        assertRefused(behind.keyBy(sum -> sum).update(OTHER, Long::sum))
                .hasMessageContaining("[TSP-1121]")
                .hasMessageContaining("state=sum, to=other");
    }

    /** An operator is called after all of its states. */
    @Test
    void laterStateOfAKeyThatFeedsAnotherOneIsRefused() {
        AccessedStream<Long, Long> second = sum(open()).sameKey().update(OTHER, Long::sum);

        assertRefused(second.keyBy(sum -> sum).update(THIRD, Long::sum))
                .hasMessageContaining("[TSP-1121]")
                .hasMessageContaining("to=third");
    }

    @Test
    void branchesAndSeveralStatesOfAKeyAreTaken() {
        TransactionalStream<Long> opened = open();
        TransactionalStream<Long> left = sum(opened).sameKey().update(OTHER, Long::sum);
        TransactionalStream<Long> right = opened.keyBy(number -> -number).update(THIRD, Long::sum);

        assertThatCode(() -> TransactionalGraph.closeTransaction(left, right, opened.map(n -> 2L)))
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ aborts

    @Test
    void abortBehindAStateIsRefused() {
        assertRefused(sum(open()).process((sum, transaction, out) -> out.collect(sum), Long.class))
                .hasMessageStartingWith("[TSP-1122] Cannot close t-graph: with deterministic chain")
                .hasMessageContaining("nothing may abort behind a state, graph=bank")
                .hasMessageContaining("state=sum, operation=process")
                .hasMessageContaining("Abort in front of the state or in its function")
                .hasMessageContaining("put the operation behind closeTransaction");
    }

    @Test
    void abortFarBehindAStateIsRefused() {
        TransactionalStream<Long> opened = open();

        assertRefused(
                        opened.map(number -> number + 1)
                                .union(sum(opened).map(sum -> sum * 2).filter(sum -> sum > 3))
                                .process((sum, transaction, out) -> out.collect(sum), Long.class))
                .hasMessageContaining("[TSP-1122]")
                .hasMessageContaining("state=sum, operation=process");
    }

    @Test
    void abortInFrontOfAStateIsTaken() {
        TransactionalStream<Long> positive =
                open().process(
                                (number, transaction, out) -> {
                                    if (number < 0) {
                                        transaction.abort("negative");
                                    }
                                    out.collect(number);
                                },
                                Long.class);

        assertThatCode(() -> sum(positive).map(sum -> sum + 1).closeTransaction())
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ parts

    private static TransactionalGraph chains() {
        return TransactionalGraph.named("bank")
                .concurrencyControl(ConcurrencyControl.DETERMINISTIC);
    }

    private TransactionalStream<Long> open() {
        return chains().openTransaction(numbers);
    }

    private static AccessedStream<Long, Long> sum(TransactionalStream<Long> stream) {
        return stream.keyBy(number -> number).update(SUM, Long::sum);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            TransactionalStream<?> stream) {
        return assertThatThrownBy(stream::closeTransaction)
                .isInstanceOf(InvalidGraphException.class);
    }
}
