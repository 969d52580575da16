/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import io.tspoon.call.CallTaker;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/** A coordinator of a t-graph, as readers see it. Any thread may call its methods. */
@Internal
public interface ReadableCoordinator {
    /** Name of the t-graph. */
    String graph();

    /** Index of the coordinator. */
    int index();

    /**
     * Its current figures. They are read without stopping the coordinator, so they may not belong
     * to exactly the same moment.
     */
    CoordinatorStatus status();

    /**
     * The outcome of a transaction of this coordinator, once it is known.
     *
     * @param entrance name of the entrance by which its element has come; empty if that has none
     * @param key the transaction's key
     * @return cancelled by whoever does not want to wait any longer; null if the t-graph keeps no
     *     outcomes
     */
    default @Nullable CompletableFuture<RetainedOutcome> outcome(String entrance, String key) {
        return null;
    }

    /** Takes calls for this coordinator; null if the t-graph has no procedures. */
    default @Nullable CallTaker calls() {
        return null;
    }
}
