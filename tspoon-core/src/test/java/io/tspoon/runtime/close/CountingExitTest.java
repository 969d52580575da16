/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.read.AbortCount;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.runtime.feedback.CoordinatorMeter;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class CountingExitTest {
    private final List<TransactionResult<Long>> left = new ArrayList<>();
    private final CoordinatorMeter meter = new CoordinatorMeter();
    private final Counters counters = new Counters("", new TreeMap<>());
    private final CountingExit<Long> exit =
            new CountingExit<>(
                    leaving -> left.addAll(leaving.results()),
                    new CloseMetrics(counters),
                    meter,
                    Set.of("transfer"));

    /** Counters by the groups that they are in. */
    private static final class Counters extends UnregisteredMetricsGroup {
        private final String scope;
        private final Map<String, Counter> all;

        Counters(String scope, Map<String, Counter> all) {
            this.scope = scope;
            this.all = all;
        }

        @Override
        public MetricGroup addGroup(String name) {
            return new Counters(scope + name + ".", all);
        }

        @Override
        public MetricGroup addGroup(String key, String value) {
            return new Counters(scope + key + "=" + value + ".", all);
        }

        @Override
        public Counter counter(String name) {
            return all.computeIfAbsent(scope + name, added -> new SimpleCounter());
        }
    }

    @Test
    void abortsAreCountedByKindAndOperator() {
        exit.leave(
                leaving(
                        result(1, "stream", Outcome.COMMITTED),
                        result(2, "stream", Outcome.ABORTED, reason("balance"), reason("limit")),
                        result(3, "stream", Outcome.ABORTED, reason("limit")),
                        result(4, "stream", Outcome.ABORTED, reason("balance"))));
        assertThat(left).hasSize(4);
        assertThat(count("tspoon.kind=CONSTRAINT.operator=balance.abortsByReason")).isEqualTo(2);
        assertThat(count("tspoon.kind=CONSTRAINT.operator=limit.abortsByReason")).isEqualTo(1);
        assertThat(meter.causes())
                .extracting(AbortCount::operator, AbortCount::transactions)
                .containsExactly(tuple("balance", 2L), tuple("limit", 1L));
        assertThat(timestamps())
                .as("the committed one is not the last")
                .containsExactly(4L, 3L, 2L);
    }

    @Test
    void keysOfCallsAreNotShown() {
        exit.leave(leaving(result(1, "transfer", Outcome.ABORTED, reason("balance"))));
        exit.leave(leaving(result(2, "transfer", Outcome.COMMITTED)));
        exit.leave(leaving(result(3, "stream", Outcome.COMMITTED)));
        assertThat(meter.last())
                .extracting(RetainedOutcome::key)
                .containsExactly("the key", "", "");
    }

    @Test
    void elementsThatBatchesRejectAreCounted() {
        BatchElement<Long> paid = new BatchElement<>("a", List.of(1L));
        BatchElement<Long> rejected =
                new BatchElement<>("b", List.of(), List.of(reason("balance")));
        new CloseMetrics(counters)
                .ended(List.of(batch(paid, rejected), batch(rejected), batch(paid)));
        assertThat(count("tspoon.rejectedElements")).isEqualTo(2);
    }

    /** An earlier run has counted it. */
    @Test
    void whatLeavesAgainIsNotCounted() {
        exit.leaveAgain(leaving(result(1, "stream", Outcome.ABORTED, reason("balance"))));
        assertThat(left).hasSize(1);
        assertThat(meter.causes()).isEmpty();
        assertThat(meter.last()).isEmpty();
        assertThat(counters.all)
                .containsOnlyKeys("tspoon.commits", "tspoon.aborts", "tspoon.rejectedElements");
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static Leaving<Long> leaving(TransactionResult<Long>... results) {
        return new Leaving<>(List.of(results), new long[0]);
    }

    private long count(String name) {
        return counters.counter(name).getCount();
    }

    private List<Long> timestamps() {
        return meter.last().stream().map(RetainedOutcome::timestamp).toList();
    }

    private static AbortReason reason(String operator) {
        return new AbortReason(AbortReason.Kind.CONSTRAINT, operator, "", "positive", "");
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static TransactionResult<Long> batch(BatchElement<Long>... elements) {
        TransactionResult<Long> result = result(1, "stream", Outcome.COMMITTED);
        return new TransactionResult<>(
                result.id(),
                result.entrance(),
                result.key(),
                result.timestamp(),
                result.outcome(),
                result.attempts(),
                result.reasons(),
                result.updates(),
                result.emitted(),
                null,
                List.of(elements));
    }

    private static TransactionResult<Long> result(
            long timestamp, String entrance, Outcome outcome, AbortReason... reasons) {
        return new TransactionResult<>(
                new TransactionId(timestamp),
                entrance,
                "the key",
                new ExecutionTimestamp(timestamp),
                outcome,
                1,
                List.of(reasons),
                List.of(),
                List.of());
    }
}
