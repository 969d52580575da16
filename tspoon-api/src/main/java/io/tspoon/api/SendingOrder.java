/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.shape.StateOperatorPlan;

import java.util.ArrayList;
import java.util.List;

/**
 * Orders stateful operators such that each comes after those that send to it. Where all states have
 * one entry, that is the order of their description.
 */
final class SendingOrder {
    private final List<StateOperatorPlan<?, ?, ?, ?>> plans;
    private final boolean[] seen;
    private final List<StateOperatorPlan<?, ?, ?, ?>> ordered = new ArrayList<>();

    private SendingOrder(List<StateOperatorPlan<?, ?, ?, ?>> plans) {
        this.plans = plans;
        this.seen = new boolean[plans.size()];
    }

    /**
     * @param plans by index; none sends to itself, nor do several in a circle
     */
    static List<StateOperatorPlan<?, ?, ?, ?>> of(List<StateOperatorPlan<?, ?, ?, ?>> plans) {
        SendingOrder order = new SendingOrder(plans);
        for (int index = 0; index < plans.size(); index++) {
            order.place(index);
        }
        return order.ordered;
    }

    private void place(int index) {
        if (seen[index]) {
            return;
        }
        seen[index] = true;
        StateOperatorPlan<?, ?, ?, ?> plan = plans.get(index);
        for (int sender = 0; sender < seen.length; sender++) {
            if (plan.reachedBy()[sender]) {
                place(sender);
            }
        }
        ordered.add(plan);
    }
}
