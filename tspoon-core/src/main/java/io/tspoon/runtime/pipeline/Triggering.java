/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the functions of one operator trigger. One object for each instance, used by its
 * mailbox thread.
 */
@Internal
public final class Triggering {
    private final TriggerPlan plan;
    private final String graph;
    private final boolean objectReuse;
    private boolean mayTrigger;
    private int count;

    public Triggering(TriggerPlan plan, String graph, boolean objectReuse) {
        this.plan = plan;
        this.graph = graph;
        this.objectReuse = objectReuse;
    }

    /** Writes what is triggered; null if nothing can be. */
    @Nullable TypeSerializer<Object> serializer() {
        return plan.emitted();
    }

    /**
     * A function is called next.
     *
     * @param deepest whether its transaction must not trigger any
     */
    public void begin(boolean deepest) {
        mayTrigger = !deepest;
        count = 0;
    }

    /** Why the function must not trigger one more; null if it may. */
    public @Nullable AbortReason refusal(String operator, String key) {
        if (!mayTrigger) {
            return AbortReasons.byDepth(operator, key);
        }
        return ++count > TriggerTarget.MAX_TRIGGERED
                ? AbortReasons.byTriggers(operator, key)
                : null;
    }

    /** What is to be kept until the transaction has committed. */
    public <T> Triggered keep(TriggerTarget<T> target, T element) {
        int place = plan.placeOf(target.name());
        if (place < 0) {
            throw new IllegalStateException(
                    "[TSP-2270] Cannot trigger transaction: the t-graph has no such entrance,"
                            + " graph="
                            + graph
                            + ", entrance="
                            + target.name()
                            + ". Open it: openTriggers(environment, spec).");
        }
        TriggerPlan.Target entrance = plan.targets().get(place);
        if (!entrance.type().getTypeClass().isInstance(element)) {
            throw new IllegalArgumentException(
                    "[TSP-2271] Cannot trigger transaction: the element is not of the type of its"
                            + " entrance, graph="
                            + graph
                            + ", entrance="
                            + target.name()
                            + ", type="
                            + entrance.type()
                            + ", given="
                            + (element == null ? null : element.getClass().getName())
                            + ". Pass an element of this type, which is not null.");
        }
        TypeSerializer<Object> serializer = entrance.serializer();
        return new Triggered(
                entrance.name(),
                objectReuse || serializer.isImmutableType() ? element : serializer.copy(element));
    }
}
