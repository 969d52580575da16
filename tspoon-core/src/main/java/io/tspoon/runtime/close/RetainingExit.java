/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.OutcomeMemory;

/**
 * Results leave, and their outcomes can be asked for by key. Whoever asks does not wait for what
 * follows the t-graph, such as a slow sink.
 */
final class RetainingExit<T> implements Exit<T> {
    private final Exit<T> exit;
    private final OutcomeMemory outcomes;

    RetainingExit(Exit<T> exit, OutcomeMemory outcomes) {
        this.exit = exit;
        this.outcomes = outcomes;
    }

    @Override
    public void leave(Leaving<T> leaving) {
        leaving.results().forEach(outcomes::add);
        exit.leave(leaving);
    }
}
