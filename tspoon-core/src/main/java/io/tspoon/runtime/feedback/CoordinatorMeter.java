/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import org.apache.flink.annotation.Internal;

import java.util.concurrent.atomic.AtomicLong;

/** Counts outcomes. Written by the close operator's thread only, read by any thread. */
@Internal
public final class CoordinatorMeter {
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong aborts = new AtomicLong();

    /** Transactions have ended: so many are committed, and so many aborted. */
    public void ended(int committed, int aborted) {
        commits.lazySet(commits.getPlain() + committed);
        aborts.lazySet(aborts.getPlain() + aborted);
    }

    public long commits() {
        return commits.get();
    }

    public long aborts() {
        return aborts.get();
    }
}
