/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.HashMap;
import java.util.Map;

/** Events that were executed in their order: each must have ended as the oracle says. */
final class ReplayedState implements FinalState {
    private final Oracle oracle;
    private final Found found;
    private final Map<String, Object> expected;

    /**
     * @param initial value of each key that was asked for
     */
    ReplayedState(Oracle oracle, Found found, Map<String, Object> initial) {
        this.oracle = oracle;
        this.found = found;
        expected = new HashMap<>(initial);
    }

    @Override
    public void add(long number, boolean committed) {
        Oracle.Expected event = oracle.execute(number);
        if (event.committed() != committed) {
            throw found.failure()
                    .apply(
                            "a serial execution says otherwise, event="
                                    + number
                                    + ", committed="
                                    + committed);
        }
        event.updates().forEach((name, value) -> expected.computeIfPresent(name, (n, v) -> value));
    }

    @Override
    public void check() {
        expected.forEach(found::check);
    }
}
