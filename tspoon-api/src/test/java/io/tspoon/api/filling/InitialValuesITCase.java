/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.filling;

import io.tspoon.api.Role;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** A key that has no value has the one that a function gives for it. */
class InitialValuesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long KEYS = 20;
    private static final long PER_KEY = 50;

    private static final StateSpec<Long, Counter> COUNTER =
            StateSpec.named("counter", Long.class, Counter.class)
                    .initialValue(key -> key % 2 == 0 ? Counter.SHARED : new Counter(100 * key));
    private static final StateSpec<Long, Long> NUMBER =
            StateSpec.named("number", Long.class, Long.class).initialValue(key -> 100 * key);

    private static final Role<Long, Long> OWN = Role.update("own", NUMBER, n -> n % KEYS);

    /** A value that functions change. */
    public static final class Counter {
        static final Counter SHARED = new Counter(7);

        public long count;

        public Counter() {}

        Counter(long count) {
            this.count = count;
        }

        Counter increased() {
            count++;
            return this;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Counter same && same.count == count;
        }

        @Override
        public int hashCode() {
            return Objects.hash(count);
        }
    }

    /** The function gives the same object for half of the keys, and the program changes it. */
    @ParameterizedTest
    @EnumSource
    void valueDependsOnTheKey(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        environment.getConfig().enableObjectReuse();

        List<TransactionResult<Counter>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("counts")
                                .concurrencyControl(control)
                                .openTransaction(environment.fromSequence(0, KEYS * PER_KEY - 1))
                                .keyBy(n -> n % KEYS)
                                .update(COUNTER, (counter, n) -> counter.increased())
                                .closeTransaction());

        assertThat(results).hasSize((int) (KEYS * PER_KEY));
        Map<Long, Long> highest =
                results.stream()
                        .flatMap(result -> COUNTER.updatesIn(result).entrySet().stream())
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey,
                                        update -> update.getValue().count,
                                        Math::max,
                                        TreeMap::new));
        for (long key = 0; key < KEYS; key++) {
            assertThat(highest).containsEntry(key, (key % 2 == 0 ? 7 : 100 * key) + PER_KEY);
        }
        assertThat(Counter.SHARED.count).isEqualTo(7);
    }

    /** Each second element of a key deletes it, so that the next one begins again. */
    @ParameterizedTest
    @EnumSource
    void roleHasTheValueOfItsKey(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("numbers")
                                .concurrencyControl(control)
                                .openTransaction(environment.fromSequence(0, KEYS * PER_KEY - 1))
                                .transact(
                                        List.of(OWN),
                                        (n, at, transaction) -> {
                                            transaction.emit(at.get(OWN) - 100 * (n % KEYS));
                                            if (at.exists(OWN)) {
                                                at.delete(OWN);
                                                transaction.emit(at.get(OWN) - 100 * (n % KEYS));
                                            } else {
                                                at.set(OWN, at.get(OWN) + 1);
                                            }
                                        },
                                        Long.class)
                                .closeTransaction());

        assertThat(results)
                .hasSize((int) (KEYS * PER_KEY))
                .allMatch(
                        result ->
                                result.emitted().equals(List.of(0L))
                                        || result.emitted().equals(List.of(1L, 0L)));
    }
}
