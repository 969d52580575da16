/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;

/** What a coordinator says of its own transactions, as a {@link Judgement} asks it to. */
@Internal
public interface Notices {
    /**
     * To all participants of the transaction: assume that it aborts, or that it commits again.
     *
     * @param slot by what the coordinator finds it
     */
    void assume(int slot, long id, boolean abort);

    /** To the coordinator itself: the transaction has aborted for good. */
    void aborted(long id);
}
