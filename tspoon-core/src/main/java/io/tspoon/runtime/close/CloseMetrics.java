/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The metrics of one coordinator, in the group {@code tspoon} of its close operator. */
final class CloseMetrics {
    final Counter commits;

    final Counter aborts;

    private final Counter rejected;

    private final MetricGroup own;

    /** Aborts by their first reason: as many as there are kinds and operators. */
    private final Map<Cause, Counter> causes = new HashMap<>();

    private record Cause(AbortReason.Kind kind, String operator) {}

    CloseMetrics(MetricGroup group) {
        own = group.addGroup("tspoon");
        commits = own.counter("commits");
        aborts = own.counter("aborts");
        rejected = own.counter("rejectedElements");
    }

    /** A transaction is aborted for these reasons, of which the first one counts. */
    void aborted(List<AbortReason> reasons) {
        if (!reasons.isEmpty()) {
            AbortReason first = reasons.get(0);
            causes.computeIfAbsent(new Cause(first.kind(), first.operator()), this::counter).inc();
        }
    }

    /** Counts the elements that batches with these results have rejected. */
    void ended(List<? extends TransactionResult<?>> results) {
        for (TransactionResult<?> result : results) {
            for (BatchElement<?> element : result.elements()) {
                if (element.isRejected()) {
                    rejected.inc();
                }
            }
        }
    }

    private Counter counter(Cause cause) {
        return own.addGroup("kind", cause.kind().name())
                .addGroup("operator", cause.operator())
                .counter("abortsByReason");
    }
}
