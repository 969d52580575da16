/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.QueryablePath;
import io.tspoon.transaction.ConcurrencyControl;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** An access may abort if calls come to it, as its function may throw, unless it is said not to. */
class GuardedAccessesTest {
    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final StateSpec<Long, Long> OTHER = Numbers.sums("other");

    @RegisterExtension final QueryablePath path = new QueryablePath();

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final TransactionalGraph graph =
            TransactionalGraph.named("bank")
                    .queryable()
                    .concurrencyControl(ConcurrencyControl.DETERMINISTIC);

    private TransactionalStream<Long> streamed;
    private TransactionalStream<Long> called;

    @BeforeEach
    void open() {
        streamed = graph.openTransaction("streamed", environment.fromSequence(1, 10));
        called = graph.openCalls(environment, ProcedureSpec.named("add", Long.class, Long.class));
    }

    @Test
    void onlyWhatCallsReachMayAbort() throws Exception {
        TransactionalStream<Long> first = keyed(streamed).update(SUM, Long::sum);
        TransactionalStream<Long> second =
                keyed(called).read(OTHER, (sum, number) -> sum, Long.class);

        TransactionalGraph.closeTransaction(first, second);

        assertThat(mayFail(streamed)).isFalse();
        assertThat(mayFail(called)).isTrue();
    }

    @Test
    void whatCallsReachThroughStepsAndUnionsMayAbort() throws Exception {
        TransactionalStream<Long> united = streamed.union(called.map(number -> number + 1));

        keyed(united).update(SUM, Long::sum).closeTransaction();

        assertThat(mayFail(streamed)).isTrue();
    }

    /** Each place of a state has its own elements. */
    @Test
    void otherPlacesOfAStateMayNot() throws Exception {
        TransactionalStream<Long> first = keyed(streamed).update(SUM, Long::sum);
        TransactionalStream<Long> second = keyed(called).update(SUM, Long::sum);

        TransactionalGraph.closeTransaction(first, second);

        assertThat(mayFail(streamed)).isFalse();
        assertThat(mayFail(called)).isTrue();
    }

    @Test
    void whatIsSaidHolds() throws Exception {
        TransactionalStream<Long> first = keyed(called).neverFails().update(SUM, Long::sum);
        TransactionalStream<Long> second =
                keyed(streamed.union(called.filter(number -> number > 0)))
                        .failsOnlyIf(number -> number == 2)
                        .update(OTHER, Long::sum);

        TransactionalGraph.closeTransaction(first, second);

        assertThat(mayFail(called)).isFalse();
        assertThat(fallibility(streamed).mayFail(1L)).isFalse();
        assertThat(fallibility(streamed).mayFail(2L)).isTrue();
    }

    /** The elements of the second state are not known at the entrance. */
    @Test
    void ofSeveralStatesAllMustSayIt() throws Exception {
        AccessedStream<Long, Long> first = keyed(called).neverFails().update(SUM, Long::sum);
        TransactionalStream<Long> second = first.sameKey().update(OTHER, Long::sum);

        TransactionalGraph.closeTransaction(second, streamed);

        assertThat(mayFail(called)).isTrue();
    }

    private static KeyedTransactionalStream<Long, Long> keyed(TransactionalStream<Long> stream) {
        return stream.keyBy(number -> number);
    }

    private static boolean mayFail(TransactionalStream<Long> stream) throws Exception {
        return fallibility(stream).mayFail(1L);
    }

    /** Of the first state to which the stream goes at once. */
    @SuppressWarnings("unchecked") // all elements are numbers
    private static Fallibility<Long> fallibility(TransactionalStream<Long> stream) {
        return stream.node().taps().get(0).stream()
                .filter(Outlet.ToState.class::isInstance)
                .map(outlet -> (Fallibility<Long>) ((Outlet.ToState) outlet).fallibility())
                .findFirst()
                .orElseThrow();
    }
}
