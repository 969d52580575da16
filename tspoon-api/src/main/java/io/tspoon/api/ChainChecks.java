/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.transaction.InvalidGraphException;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Refuses t-graphs whose accesses cannot be executed in chains, when they are closed. */
final class ChainChecks implements ExecutionWays<Runnable> {
    private final GraphSettings settings;
    private final List<OperatorDraft<?>> operators;

    ChainChecks(GraphSettings settings, List<OperatorDraft<?>> operators) {
        this.settings = settings;
        this.operators = operators;
    }

    @Override
    public Runnable inAttempts(AttemptIsolation isolation) {
        return () -> {};
    }

    @Override
    public Runnable inChains() {
        return this::check;
    }

    private void check() {
        for (OperatorDraft<?> operator : operators) {
            PartitionChecks.checkInAttempts(settings.graph(), operator);
            checkFlat(operator);
            checkSteps(
                    operator,
                    operator.outlets(),
                    Collections.newSetFromMap(new IdentityHashMap<>()));
        }
    }

    /** All accesses must be known when a transaction enters. */
    private void checkFlat(OperatorDraft<?> operator) {
        boolean[] reaches = operator.reaches(operators.size());
        for (OperatorDraft<?> other : operators) {
            if (reaches[other.index()]) {
                throw new InvalidGraphException(
                        "[TSP-1121] Cannot close t-graph: with deterministic chains no state may"
                                + " send elements to another one, graph="
                                + settings.graph()
                                + ", state="
                                + operator.name()
                                + ", to="
                                + other.name()
                                + ". Key the elements in front of the first state, access the"
                                + " other state with sameKey, or use LOCK_BASED or TIMESTAMP_BASED"
                                + " at PL4.");
            }
        }
    }

    /** Once an access has run, nothing behind it may abort any more. */
    private void checkSteps(
            OperatorDraft<?> operator, List<Outlet> outlets, Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (!(outlet instanceof Outlet.ToStep step) || !seen.add(step)) {
                continue;
            }
            if (step.function().mayAbort()) {
                throw new InvalidGraphException(
                        "[TSP-1122] Cannot close t-graph: with deterministic chains nothing may"
                                + " abort behind a state, graph="
                                + settings.graph()
                                + ", state="
                                + operator.name()
                                + ", operation="
                                + step.name()
                                + ". Abort in front of the state or in its function, use map,"
                                + " filter or flatMap, or put the operation behind"
                                + " closeTransaction.");
            }
            checkSteps(operator, step.outlets(), seen);
        }
    }
}
