/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.flink.operator.KeyGroups;
import io.tspoon.flink.operator.KeyScan;
import io.tspoon.flink.operator.ProcessingTimes;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Checks that the values of restored keys are found. On the heap all are looked up before the first
 * transaction. Of RocksDB, where each look-up reads the store, as many are checked by then as there
 * is time for; the others while transactions go on, in slices that take at most a tenth of the
 * operator's time.
 *
 * <p>A key whose hashCode has changed since the snapshot would seem to have no value: all that was
 * committed for it would be lost.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class RestoredKeys<K> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestoredKeys.class);
    private static final long AT_ONCE_NANOS = Duration.ofMillis(300).toNanos();
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();
    private static final long PAUSE_MS = 9;

    private final StateOperatorPlan<?, K, ?, ?> plan;
    private final AbstractStreamOperator<?> operator;
    private final KeyGroups groups;
    private final KeyLookUp<K> lookUp;
    private final long atOnceNanos;
    private final Queue<KeyAudit<K>> audits = new ArrayDeque<>();

    public RestoredKeys(
            StateOperatorPlan<?, K, ?, ?> plan,
            AbstractStreamOperator<?> operator,
            StoredValues<?> values,
            TaskInfo task) {
        this(plan, operator, values, task, AT_ONCE_NANOS);
    }

    /**
     * @param atOnceNanos how long keys of a sorted backend are checked before the first transaction
     */
    public RestoredKeys(
            StateOperatorPlan<?, K, ?, ?> plan,
            AbstractStreamOperator<?> operator,
            StoredValues<?> values,
            TaskInfo task,
            long atOnceNanos) {
        this.plan = plan;
        this.operator = operator;
        this.groups = new KeyGroups(task);
        this.lookUp = new KeyLookUp<>(plan, plan.records().context(operator, values), values, task);
        this.atOnceNanos = atOnceNanos;
    }

    /**
     * Checks what has to be checked before the first transaction, and begins to check the rest.
     *
     * @throws IllegalStateException if the value of a key would not be found
     */
    public void check() throws Exception {
        if (plan.records().areFixed()) {
            return;
        }
        boolean sorted = KeyGroups.areSorted(operator);
        for (int place = 0; place < plan.states().size(); place++) {
            String name = StoredValues.nameOf(plan.states(), place);
            KeyScan<K> keys = plan.records().scan(operator, name, place);
            if (sorted) {
                beginAudit(new KeyAudit<>(keys, groups, lookUp, place));
            } else {
                lookUpAll(keys, place);
            }
        }
        if (!audits.isEmpty()) {
            goOnLater();
        }
    }

    private void lookUpAll(KeyScan<K> all, int place) throws Exception {
        try (KeyScan<K> keys = all) {
            while (keys.hasNext()) {
                K stored = keys.next();
                if (!lookUp.finds(lookUp.copy(stored, place), place)) {
                    throw lookUp.lost(stored, place);
                }
            }
        }
    }

    private void beginAudit(KeyAudit<K> audit) throws Exception {
        audits.add(audit);
        if (audit.run(System.nanoTime() + atOnceNanos / plan.states().size(), true)) {
            audits.remove(audit);
            audit.close();
        }
    }

    private void goOnLater() {
        ProcessingTimes.after(operator.getProcessingTimeService(), PAUSE_MS, this::goOn);
    }

    private void goOn() throws Exception {
        KeyAudit<K> audit = audits.element();
        if (audit.run(System.nanoTime() + SLICE_NANOS, false)) {
            audits.remove();
            audit.close();
            LOG.info(
                    "All restored keys are where they are looked for: state={}, keys={}",
                    plan.states().get(audit.place()).name(),
                    audit.checked());
        }
        if (!audits.isEmpty()) {
            goOnLater();
        }
    }

    @Override
    public void close() {
        audits.forEach(KeyAudit::close);
    }
}
