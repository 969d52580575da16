/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Serializable ways of execution in which functions of several keys are tested. */
final class Some {
    private Some() {}

    /** Each mechanism, with a source that gives numbers in an order and with one that does not. */
    static List<Combination> combinations() {
        return List.of(
                of(IsolationLevel.PL3, ConcurrencyControl.LOCK_BASED, 2, true),
                of(IsolationLevel.PL4, ConcurrencyControl.LOCK_BASED, 4, false),
                of(IsolationLevel.PL3, ConcurrencyControl.TIMESTAMP_BASED, 4, false),
                of(IsolationLevel.PL4, ConcurrencyControl.TIMESTAMP_BASED, 2, true),
                of(IsolationLevel.PL4, ConcurrencyControl.DETERMINISTIC, 4, true),
                of(IsolationLevel.PL4, ConcurrencyControl.DETERMINISTIC, 2, false));
    }

    /** Those with which a t-graph may have other states besides. */
    static List<Combination> attempts() {
        return combinations().stream()
                .filter(one -> one.control() != ConcurrencyControl.DETERMINISTIC)
                .toList();
    }

    /** Each mechanism once. */
    static List<Combination> mechanisms() {
        return List.of(
                of(IsolationLevel.PL4, ConcurrencyControl.LOCK_BASED, 2, false),
                of(IsolationLevel.PL3, ConcurrencyControl.TIMESTAMP_BASED, 2, false),
                of(IsolationLevel.PL4, ConcurrencyControl.DETERMINISTIC, 2, false));
    }

    private static Combination of(
            IsolationLevel level, ConcurrencyControl control, int parallelism, boolean reuse) {
        return new Combination(level, control, parallelism, reuse, Backend.HEAP);
    }

    /** Opens a t-graph over the numbers below {@link Numbers#COUNT}, in a job of its own. */
    static TransactionalStream<Long> open(Combination combination) {
        return open(combination, combination.environment());
    }

    /** The same in an environment. */
    static TransactionalStream<Long> open(
            Combination combination, StreamExecutionEnvironment environment) {
        return combination
                .graph("together")
                .openTransaction(
                        environment.fromSequence(0, Numbers.COUNT - 1),
                        number -> Long.toString(number));
    }
}
