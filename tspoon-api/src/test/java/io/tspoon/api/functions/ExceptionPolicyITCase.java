/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Exceptions of functions abort transactions if the t-graph says so, wherever they are thrown. */
class ExceptionPolicyITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;
    private static final int KEYS = 10;
    private static final StateSpec<Long, Long> COUNTS =
            StateSpec.named("counts", Long.class, Long.class).initialValue(0L);

    /** Where a function throws, for which elements. */
    private enum Place {
        IN_FRONT("bank", 7),
        KEY("bank", 11),
        STATE("counts", 5),
        BEHIND("counts", 13);

        private final String operator;
        private final int each;

        Place(String operator, int each) {
            this.operator = operator;
            this.each = each;
        }

        private boolean isBroken(long element) {
            return element % each == 0;
        }

        private long check(long element) throws IOException {
            if (isBroken(element)) {
                throw new IOException(this + " is broken on purpose");
            }
            return element;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, PL3, true",
        "TIMESTAMP_BASED, PL1, true",
        "TIMESTAMP_BASED, PL3, true",
        "TIMESTAMP_BASED, PL4, true",
        "DETERMINISTIC, PL4, false"
    })
    void abortsTheTransactionAndNothingElse(
            ConcurrencyControl control, IsolationLevel level, boolean behind) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        counted(graph(control, level).onException(ExceptionPolicy.ABORT), behind)
                                .closeTransaction());

        assertThat(results).hasSize(COUNT);
        Map<Long, Long> committed = new HashMap<>();
        Map<Long, Long> highest = new HashMap<>();
        for (TransactionResult<Long> result : results) {
            long element = Long.parseLong(result.key());
            Place broken = brokenAt(element, behind);
            assertThat(result.isAborted())
                    .as("outcome of %s, broken at %s", result, broken)
                    .isEqualTo(broken != null);
            if (broken == null) {
                committed.merge(element % KEYS, 1L, Long::sum);
                result.updates()
                        .forEach(
                                update ->
                                        highest.merge(
                                                (Long) update.key(),
                                                (Long) update.value(),
                                                Math::max));
            } else {
                AbortReason reason = result.reasons().get(0);
                assertThat(reason.kind()).isEqualTo(AbortReason.Kind.FAILURE);
                assertThat(reason.operator()).isEqualTo(broken.operator);
                assertThat(reason.rule()).isEqualTo(IOException.class.getName());
                assertThat(reason.detail()).isEqualTo(broken + " is broken on purpose");
            }
        }
        assertThat(highest).isEqualTo(committed);
    }

    private static Place brokenAt(long element, boolean behind) {
        for (Place place : Place.values()) {
            if (place.isBroken(element) && (behind || place != Place.BEHIND)) {
                return place;
            }
        }
        return null;
    }

    /** By default, and with each mechanism: the job says where it was, and for which element. */
    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void failsTheJobOtherwise(ConcurrencyControl control) {
        TransactionalStream<Long> counted =
                graph(control, IsolationLevel.PL4)
                        .openTransaction(numbers(), String::valueOf)
                        .keyBy(number -> number % KEYS, Long.class)
                        .update(COUNTS, (count, number) -> count + Place.STATE.check(number));

        assertThat(failureOf(counted))
                .containsPattern(
                        "\\[TSP-2206] Cannot access state: its function failed, graph=bank,"
                                + " state=counts, key=[05], .*, element=\\d*[05]:"
                                + " java.io.IOException: STATE is broken");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void failsTheJobInFrontOfTheFirstState(ConcurrencyControl control) {
        TransactionalStream<Long> counted =
                graph(control, IsolationLevel.PL4)
                        .openTransaction(numbers(), String::valueOf)
                        .map(Place.IN_FRONT::check, Long.class)
                        .keyBy(number -> number % KEYS, Long.class)
                        .update(COUNTS, (count, number) -> count + 1);

        assertThat(failureOf(counted))
                .containsPattern(
                        "\\[TSP-2129] Cannot execute transaction: a function inside the t-graph"
                                + " failed, graph=bank, transaction=\\d+, element=\\d+:"
                                + " java.io.IOException: IN_FRONT is broken");
    }

    private static String failureOf(TransactionalStream<?> leaf) {
        return ExceptionUtils.stringifyException(
                catchThrowable(() -> EmbeddedFlink.collect(leaf.closeTransaction())));
    }

    private static TransactionalStream<Long> counted(TransactionalGraph graph, boolean behind) {
        TransactionalStream<Long> counts =
                graph.openTransaction(numbers(), String::valueOf)
                        .map(Place.IN_FRONT::check, Long.class)
                        .keyBy(number -> Place.KEY.check(number) % KEYS, Long.class)
                        .apply(
                                COUNTS,
                                (count, number, transaction) -> {
                                    count.set(count.get() + 1);
                                    Place.STATE.check(number);
                                    transaction.emit(number);
                                },
                                Long.class);
        return behind ? counts.map(Place.BEHIND::check, Long.class) : counts;
    }

    private static DataStream<Long> numbers() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        return environment.fromSequence(1, COUNT);
    }

    private static TransactionalGraph graph(ConcurrencyControl control, IsolationLevel level) {
        return TransactionalGraph.named("bank").concurrencyControl(control).isolation(level);
    }
}
