/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.apache.flink.annotation.Internal;

/** A participant's vote on one attempt, from the weakest to the strongest: the strongest wins. */
@Internal
public enum Vote {
    /** Everything was executed as asked. */
    COMMIT(Decision.COMMIT),
    /** An integrity constraint or user code rejected the transaction. */
    ABORT(Decision.ABORT),
    /**
     * A conflicting access with a higher timestamp came first: the transaction must be executed
     * again.
     */
    RETRY(Decision.RETRY),
    /**
     * A user function has failed, perhaps because of what it saw of other attempts. The transaction
     * must be executed again, but only after those attempts are decided: before that, it would see
     * the same again.
     */
    RETRY_LATER(Decision.RETRY);

    private final Decision decision;

    Vote(Decision decision) {
        this.decision = decision;
    }

    /** Of two votes on one attempt, the one that counts. */
    public static Vote strongest(Vote one, Vote other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** What follows if no vote on the attempt is stronger. */
    public Decision decision() {
        return decision;
    }
}
