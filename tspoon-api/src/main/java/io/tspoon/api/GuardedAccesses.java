/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Outlet;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Lets accesses abort whose exceptions do not fail the job, as those that calls reach: each of them
 * may, unless the program says that it does not. Where this matters, in chains, only open sends
 * elements to states.
 */
final class GuardedAccesses {
    private final Set<Outlet.ToStep> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Follows what comes by one entrance.
     *
     * @param outlets where its elements go
     */
    void follow(List<Outlet> outlets) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToState state) {
                state.fallibility().addUndeclared();
            } else if (outlet instanceof Outlet.ToStep step && seen.add(step)) {
                follow(step.outlets());
            }
        }
    }
}
