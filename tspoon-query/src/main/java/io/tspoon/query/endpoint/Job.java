/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.route.Router;
import io.tspoon.query.scale.ParallelismKnob;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * A job that can be read here.
 *
 * @param id hexadecimal id of the job
 * @param name name given by the user
 * @param router answers reads of the job
 * @param local carries out the operations of other servers; null in a gateway
 * @param knob changes its parallelism; null if nobody may do so here
 */
@Internal
public record Job(
        String id,
        String name,
        Router router,
        @Nullable Peer local,
        @Nullable ParallelismKnob knob) {
    /** A job that only reads and calls reach. */
    public Job(String id, String name, Router router, @Nullable Peer local) {
        this(id, name, router, local, null);
    }

    /** Changes its parallelism; fails if nobody does so here. */
    ParallelismKnob requireKnob() {
        if (knob == null) {
            throw new QueryException(
                    FailureReason.FORBIDDEN,
                    "[TSP-4179] Cannot change parallelism: nobody may do so here. Ask a gateway"
                            + " that was started with --allow-scaling true.");
        }
        return knob;
    }
}
