/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.TimedAudit;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * An application that was timed: its states hold what the committed events leave.
 *
 * @param name of the configuration
 * @param application that was timed
 * @param input that was offered
 */
record AuditedApplication(String name, Application application, Ticks input) implements Auditable {
    @Override
    public long questions() {
        return application.questions();
    }

    @Override
    public void check(Map<Integer, Long> offered, long aborted, Meter meter) {
        FinalState state =
                application.finalState(
                        new FinalState.Found(
                                values(meter), reason -> TimedAudit.failure(name, reason)));
        BitSet committed = meter.marked();
        long events = offered.values().stream().mapToLong(Long::longValue).sum();
        if (committed.cardinality() + aborted != events) {
            throw TimedAudit.failure(
                    name,
                    "events have no result of their own, events="
                            + events
                            + ", committed="
                            + committed.cardinality()
                            + ", aborted="
                            + aborted);
        }
        offered.forEach(
                (subtask, count) -> {
                    for (long i = 0; i < count; i++) {
                        long index = i * offered.size() + subtask;
                        state.add(input.first() + index, committed.get((int) index));
                    }
                });
        state.check();
    }

    /** Each answer is of its own, but several may tell of the same key. */
    private Map<String, Object> values(Meter meter) {
        Map<String, Object> values = new HashMap<>();
        for (Object answer : meter.kept()) {
            ((Map<?, ?>) answer)
                    .forEach(
                            (key, value) -> {
                                Object other = values.put((String) key, value);
                                if (other != null && !other.equals(value)) {
                                    throw TimedAudit.failure(
                                            name,
                                            "a record has changed between two questions, record="
                                                    + key);
                                }
                            });
        }
        return values;
    }
}
