/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.transaction.StateContext;

import org.apache.flink.annotation.Internal;

/**
 * What an access can do, too, that those bring about who write states from outside the job.
 *
 * @param <O> type of the elements that it emits
 */
@Internal
public interface ExpectingContext<O> extends StateContext<O> {
    /**
     * Aborts the transaction because a value is not what was expected. Never returns.
     *
     * @param pointer JSON pointer of the expectation in its request
     * @param exists whether the key has a value
     */
    void abortUnexpected(String pointer, boolean exists);
}
