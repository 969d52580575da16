/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedTransaction;

import org.apache.flink.annotation.Internal;

/**
 * Gets the batches that a log holds and that were aborted, whichever coordinator has logged them.
 * More of such a batch may come. Confined to the mailbox thread.
 */
@Internal
@FunctionalInterface
public interface LoggedBatches {
    /** There are no batches. */
    LoggedBatches NONE = batch -> {};

    void aborted(LoggedTransaction batch);
}
