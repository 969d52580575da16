/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.Transaction;
import io.tspoon.runtime.log.AwaitedInputs;
import io.tspoon.runtime.log.InputDigest;

import org.apache.flink.api.common.TaskInfo;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/**
 * Tells inputs of which the log holds the outcome from new ones: by the user's key, or else by
 * content.
 *
 * <p>Confined to the mailbox thread.
 */
final class LoggedInputs<I> {
    private final AwaitedInputs awaited;
    private final @Nullable InputDigest<I> digest;
    private final boolean isKnownElsewhere;

    /**
     * @param plan of the open operator
     * @param task the instance
     */
    LoggedInputs(OpenPlan<I> plan, TaskInfo task) {
        int parallelism = task.getNumberOfParallelSubtasks();
        boolean keyed = plan.transactionKey() != null;
        this.awaited =
                new AwaitedInputs(task.getIndexOfThisSubtask(), parallelism, plan.spread(), keyed);
        this.digest = keyed ? null : new InputDigest<>(plan.inputSerializer());
        this.isKnownElsewhere = keyed && parallelism > 1;
    }

    AwaitedInputs awaited() {
        return awaited;
    }

    /** What is known of an input that an earlier run has logged already; null for a new one. */
    @Nullable InputIdentity claim(I element, String key) throws IOException {
        if (awaited.isEmpty()) {
            return null;
        }
        InputIdentity input = identify(element, key);
        return awaited.claim(input) ? input : null;
    }

    /** Whether the other coordinators must hear that an input came. */
    boolean isKnownElsewhere() {
        return isKnownElsewhere;
    }

    /** Inputs came to other coordinators. */
    void claimed(List<InputIdentity> inputs) {
        inputs.forEach(awaited::claim);
    }

    /** Tells by what the transaction's input will be known again. */
    void identify(Transaction<I> transaction, I element) throws IOException {
        if (digest != null) {
            InputIdentity input = digest.of(element);
            transaction.content(input.contentHigh(), input.contentLow());
        }
    }

    private InputIdentity identify(I element, String key) throws IOException {
        return digest == null ? InputIdentity.ofKey(key) : digest.of(element);
    }
}
