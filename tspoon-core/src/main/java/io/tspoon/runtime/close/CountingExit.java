/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.CoordinatorMeter;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionResult;

import java.util.List;
import java.util.Set;

/**
 * Results leave, and those who watch the t-graph learn why transactions abort, and of the last
 * ones. What leaves again was counted by an earlier run.
 */
final class CountingExit<T> implements Exit<T> {
    private final Exit<T> exit;
    private final CloseMetrics metrics;
    private final CoordinatorMeter meter;
    private final Set<String> procedures;

    /**
     * @param procedures names of the entrances by which calls come
     */
    CountingExit(
            Exit<T> exit, CloseMetrics metrics, CoordinatorMeter meter, Set<String> procedures) {
        this.exit = exit;
        this.metrics = metrics;
        this.meter = meter;
        this.procedures = procedures;
    }

    @Override
    public void leave(Leaving<T> leaving) {
        List<TransactionResult<T>> results = leaving.results();
        TransactionResult<T> last = null;
        for (int i = 0; i < results.size(); i++) {
            last = results.get(i);
            if (last.outcome() == Outcome.ABORTED) {
                metrics.aborted(last.reasons());
                meter.aborted(last, shownKey(last));
            }
        }
        if (last != null && last.outcome() != Outcome.ABORTED) {
            meter.committed(last, shownKey(last));
        }
        exit.leave(leaving);
    }

    /** The keys of calls are their callers' own. */
    private String shownKey(TransactionResult<T> result) {
        return procedures.contains(result.entrance()) ? "" : result.key();
    }

    @Override
    public void leaveAgain(Leaving<T> leaving) {
        exit.leaveAgain(leaving);
    }
}
