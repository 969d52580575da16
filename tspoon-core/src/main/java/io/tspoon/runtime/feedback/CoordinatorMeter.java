/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import java.util.concurrent.atomic.AtomicLong;

/** Counts outcomes. Written by the close operator's thread only, read by any thread. */
public final class CoordinatorMeter {
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong aborts = new AtomicLong();

    public void committed() {
        commits.lazySet(commits.getPlain() + 1);
    }

    public void aborted() {
        aborts.lazySet(aborts.getPlain() + 1);
    }

    public long commits() {
        return commits.get();
    }

    public long aborts() {
        return aborts.get();
    }
}
