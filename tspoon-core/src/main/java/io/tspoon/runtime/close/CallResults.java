/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tells open the results of calls, before it learns that their slots are free, and before anything
 * that follows the t-graph, such as a slow sink, can hold them up.
 */
final class CallResults<T> {
    private final CoordinatorLink link;
    private final Set<String> procedures;
    private final @Nullable TypeSerializer<T> copies;

    /**
     * @param copies copies emitted elements that what follows the t-graph may change; null if it
     *     cannot
     */
    CallResults(CoordinatorLink link, @Nullable TypeSerializer<T> copies) {
        this.link = link;
        this.procedures = link.procedures();
        this.copies = copies;
    }

    /**
     * Results leave, whose slots open has not been told of.
     *
     * @param results of any transactions
     */
    void tell(List<TransactionResult<T>> results) {
        if (procedures.isEmpty()) {
            return;
        }
        List<TransactionResult<?>> called = new ArrayList<>(results.size());
        for (TransactionResult<T> result : results) {
            if (procedures.contains(result.entrance())) {
                called.add(own(result));
            }
        }
        if (!called.isEmpty()) {
            link.send(new Feedback.Called(called));
        }
    }

    /** The result without what was written, which callers do not see. */
    private TransactionResult<T> own(TransactionResult<T> result) {
        TypeSerializer<T> copying = copies;
        return new TransactionResult<>(
                result.id(),
                result.entrance(),
                result.key(),
                result.timestamp(),
                result.outcome(),
                result.attempts(),
                result.reasons(),
                List.of(),
                copying == null
                        ? result.emitted()
                        : result.emitted().stream().map(copying::copy).toList());
    }
}
