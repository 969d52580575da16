/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.List;

/** Tells open that transactions of timers are over, before it learns that their slots are free. */
final class TimerResults {
    private final CoordinatorLink link;
    private final String entrance;

    TimerResults(CoordinatorLink link) {
        this.link = link;
        this.entrance = link.timers();
    }

    /**
     * Results leave, whose slots open has not been told of.
     *
     * @param results of any transactions
     * @param slots those of the results
     */
    void tell(List<? extends TransactionResult<?>> results, int[] slots) {
        if (entrance.isEmpty()) {
            return;
        }
        int count = 0;
        List<Feedback.AbortedTimer> aborted = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            TransactionResult<?> result = results.get(i);
            if (result.entrance().equals(entrance)) {
                count++;
                if (result.isAborted() && link.attempts().reasons(slots[i]) == null) {
                    aborted.add(new Feedback.AbortedTimer(slots[i], result.reasons()));
                }
            }
        }
        if (count > 0) {
            link.send(new Feedback.Fired(count, List.copyOf(aborted)));
        }
    }
}
