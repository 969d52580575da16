/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Results leave without what the engine keeps beside the values of states. A result of a timer
 * leaves only if the timer is gone with it: one that was named in vain has no result, and one whose
 * transaction has aborted has it when it is removed.
 */
final class TimerExit<T> implements Exit<T> {
    private final Exit<T> exit;
    private final String entrance;
    private final Set<String> kept;

    /**
     * @param entrance name of that by which timers come
     * @param states all states of the t-graph
     */
    TimerExit(Exit<T> exit, String entrance, List<StateColumns> states) {
        this.exit = exit;
        this.entrance = entrance;
        this.kept =
                states.stream()
                        .filter(StateColumns::isKept)
                        .map(StateColumns::name)
                        .collect(Collectors.toSet());
    }

    @Override
    public void leave(Leaving<T> leaving) {
        exit.leave(shown(leaving));
    }

    @Override
    public void leaveAgain(Leaving<T> leaving) {
        exit.leaveAgain(shown(leaving));
    }

    private Leaving<T> shown(Leaving<T> leaving) {
        List<TransactionResult<T>> results = new ArrayList<>(leaving.results().size());
        long[] times = new long[leaving.times().length];
        for (int i = 0; i < leaving.results().size(); i++) {
            TransactionResult<T> result = leaving.results().get(i);
            boolean ofTimer = result.entrance().equals(entrance);
            if (ofTimer && result.updates().isEmpty()) {
                continue;
            }
            if (times.length > 0) {
                times[results.size()] = leaving.times()[i];
            }
            results.add(shown(result, ofTimer));
        }
        return new Leaving<>(
                results, times.length == 0 ? times : Arrays.copyOf(times, results.size()));
    }

    private TransactionResult<T> shown(TransactionResult<T> result, boolean ofTimer) {
        List<StateUpdate> updates = result.updates();
        int hidden = 0;
        for (StateUpdate update : updates) {
            hidden += kept.contains(update.state()) ? 1 : 0;
        }
        if (hidden == 0) {
            return result;
        }
        List<StateUpdate> shown = new ArrayList<>(updates.size() - hidden);
        for (StateUpdate update : updates) {
            if (!kept.contains(update.state())) {
                shown.add(update);
            }
        }
        return new TransactionResult<>(
                result.id(),
                result.entrance(),
                result.key(),
                result.timestamp(),
                result.outcome(),
                result.attempts(),
                result.reasons(),
                shown,
                result.emitted(),
                ofTimer ? null : result.input(),
                result.elements());
    }
}
