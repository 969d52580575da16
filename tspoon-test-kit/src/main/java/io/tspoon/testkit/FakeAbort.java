/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.PublicEvolving;

/** A function aborts its transaction, in a test with fakes. */
@PublicEvolving
public final class FakeAbort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient AbortReason reason;

    FakeAbort(AbortReason reason) {
        super("[TSP-8108] The transaction is aborted: " + reason);
        this.reason = reason;
    }

    /** Returns why; the key is empty, because a fake has none. */
    public AbortReason reason() {
        return reason;
    }
}
