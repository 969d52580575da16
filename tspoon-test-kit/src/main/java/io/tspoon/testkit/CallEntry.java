/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.call.Procedure;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.OpenPlan;

import java.util.List;

/**
 * Where the calls of a procedure enter a t-graph.
 *
 * @param procedure what is called
 * @param entrance number of the entrance
 */
record CallEntry(Procedure procedure, int entrance) {
    /** The entry of a procedure. */
    static CallEntry of(OpenPlan<?> plan, String name) {
        for (Procedure procedure : plan.procedures()) {
            if (procedure.name().equals(name)) {
                return new CallEntry(procedure, plan.entrances().indexOf(name));
            }
        }
        throw new IllegalArgumentException(
                "[TSP-8015] Cannot call procedure: the t-graph is not opened for its calls,"
                        + " procedure="
                        + name
                        + ", procedures="
                        + plan.procedures().stream().map(Procedure::name).toList());
    }

    /** An element as it comes by an entrance; the entrance of the only stream has no name. */
    static Object entering(OpenPlan<?> plan, String entrance, Object element) {
        return plan.entrances().isEmpty()
                ? element
                : new Entered<>(plan.entrances().indexOf(entrance), element);
    }

    void check(Object request) {
        List<String> problems = procedure.problems().apply(request);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "[TSP-8016] Cannot call procedure: its check refuses the request, procedure="
                            + procedure.name()
                            + ", problems="
                            + problems
                            + ", request="
                            + request);
        }
    }

    Object entered(Object request) {
        return new Entered<>(entrance, request);
    }
}
