/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import org.apache.flink.annotation.Internal;

/**
 * Lets the fragments of one attempt that have come together access their keys, and decides how the
 * attempt ends here. Confined to the mailbox thread.
 */
@Internal
public interface Settlement<I, K, V, O> {
    /**
     * Processes the fragments of an attempt.
     *
     * @param batch where they are, with their records at hand
     * @param from the first one
     * @param to behind the last one
     */
    void settle(FragmentBatch<I, K, V, O> batch, int from, int to) throws Exception;
}
