/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.PartitionedSpec;
import io.tspoon.api.ProcedureStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowSpec;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which states have no timers, and whose values cannot expire. */
class TimerChecksTest {
    private static final StateSpec<Long, Long> SUM = sum("sum");
    private static final StateSpec<Long, Long> OTHER = sum("other");
    private static final StateSpec<Long, Long> PASSING =
            sum("passing").expireAfter(Duration.ofSeconds(1));

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final DataStream<Long> numbers = environment.fromSequence(1, 10);

    private static StateSpec<Long, Long> sum(String name) {
        return StateSpec.named(name, Long.class, Long.class).initialValue(0L);
    }

    @Test
    void timersAreThoseOfTheAccessedState() {
        AccessedStream<Long, Long> summed = summed("numbers");
        assertRefused(() -> summed.onTimer(OTHER, String.class, (v, p, t) -> v.delete()))
                .hasMessageStartingWith("[TSP-1240]")
                .hasMessageContaining("state=other, accessed=sum");
    }

    @Test
    void whatTimersDoIsSaidOnce() {
        AccessedStream<Long, Long> summed =
                summed("numbers").onTimer(SUM, String.class, (v, p, t) -> v.delete());
        assertRefused(() -> summed.onTimer(SUM, Long.class, (v, p, t) -> v.delete()))
                .hasMessageStartingWith("[TSP-1241]");
    }

    @Test
    void streamNeedsAName() {
        AccessedStream<Long, Long> unnamed =
                TransactionalGraph.named("bank")
                        .openTransaction(numbers)
                        .keyBy(number -> number)
                        .update(SUM, Long::sum);
        assertRefused(() -> unnamed.onTimer(SUM, String.class, (v, p, t) -> v.delete()))
                .hasMessageStartingWith("[TSP-1242]")
                .hasMessageContaining("openTransaction(\"orders\", orders)");
    }

    @Test
    void expiryNeedsANamedStreamToo() {
        TransactionalStream<Long> unnamed =
                TransactionalGraph.named("bank")
                        .openTransaction(numbers)
                        .keyBy(number -> number)
                        .update(PASSING, Long::sum);
        assertRefused(unnamed::closeTransaction).hasMessageStartingWith("[TSP-1242]");
    }

    @Test
    void nameOfTheEntranceIsTaken() {
        AccessedStream<Long, Long> summed = summed("timers");
        assertRefused(() -> summed.onTimer(SUM, String.class, (v, p, t) -> v.delete()))
                .hasMessageStartingWith("[TSP-1243]");
    }

    @Test
    void procedureHasTimersOfItsStates() {
        StateSpec<Long, Long> given = partitioned("given");
        StateSpec<Long, Long> other = partitioned("other");
        ProcedureStream<Long> procedure = procedure(given);
        assertRefused(() -> procedure.onTimer(other, String.class, (p, k, payload, t) -> {}))
                .hasMessageStartingWith("[TSP-1240]")
                .hasMessageContaining("state=other, accessed=none");
        procedure.onTimer(given, String.class, (p, k, payload, t) -> {});
        assertRefused(() -> procedure.onTimer(given, String.class, (p, k, payload, t) -> {}))
                .hasMessageStartingWith("[TSP-1241]");
    }

    @Test
    void windowHasNoTimers() {
        WindowSpec<Long, Long, Void> window =
                WindowSpec.ofLast("recent", Long.class, Long.class, 5)
                        .partitionedBy(key -> key % 2, Long.class);
        ProcedureStream<Long> procedure = procedure(window);
        assertRefused(() -> procedure.onTimer(window.contents(), String.class, (p, k, s, t) -> {}))
                .hasMessageStartingWith("[TSP-1274]");
    }

    @Test
    void statesOfAPartitionAndTheirTimersHaveRoomForAll() {
        PartitionedSpec[] states = new PartitionedSpec[64];
        for (int i = 0; i < states.length; i++) {
            states[i] = partitioned("state" + i).expireAfter(Duration.ofSeconds(1));
        }
        assertRefused(procedure(states)::closeTransaction)
                .hasMessageStartingWith("[TSP-1320]")
                .hasMessageContaining("places=128, limit=127");
    }

    private static StateSpec<Long, Long> partitioned(String name) {
        return sum(name).partitionedBy(key -> key % 2, Long.class);
    }

    private ProcedureStream<Long> procedure(PartitionedSpec... states) {
        return opened("numbers")
                .partitionBy(number -> number % 2, Types.LONG)
                .procedure((partition, number, transaction) -> {}, Long.class, states);
    }

    @Test
    void valuesStaySomeTime() {
        assertRefused(() -> SUM.expireAfter(Duration.ZERO)).hasMessageStartingWith("[TSP-1246]");
        assertRefused(() -> SUM.expireAfter(null)).hasMessageStartingWith("[TSP-1246]");
    }

    @Test
    void statesOfOneKeyAndTheirTimersHaveRoomForAll() {
        AccessedStream<Long, Long> accessed = null;
        for (int i = 0; i < 17; i++) {
            StateSpec<Long, Long> state = sum("sum" + i).expireAfter(Duration.ofSeconds(1));
            accessed =
                    accessed == null
                            ? opened("numbers").keyBy(number -> number).update(state, Long::sum)
                            : accessed.sameKey().update(state, Long::sum);
        }
        assertRefused(accessed::closeTransaction)
                .hasMessageStartingWith("[TSP-1245]")
                .hasMessageContaining("places=34, limit=32");
    }

    private TransactionalStream<Long> opened(String entrance) {
        return TransactionalGraph.named("bank").openTransaction(entrance, numbers);
    }

    private AccessedStream<Long, Long> summed(String entrance) {
        return opened(entrance).keyBy(number -> number).update(SUM, Long::sum);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidGraphException.class);
    }
}
