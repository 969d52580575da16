/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.ParticipantToClose;

import java.util.Arrays;

/**
 * With a log, what a transaction has done is shown when the logs of all coordinators are durable up
 * to its id, because what it has seen may be in any of them.
 *
 * <p>A coordinator that has left counts as far as the highest id that was seen here: it stays above
 * that when it comes back. So what is said here stays true, and any one participant may tell a
 * close operator. That is the one of its index in the first operator, if there is nothing else to
 * say.
 */
final class ShownWhenDurable implements ChainShown {
    private final InstalledVersions<?, ?> versions;
    private final Progress progress;
    private final DurabilityRequests requests;
    private final int participant;

    /** By coordinator: its log is durable up to there; {@link Arrivals#LEFT} if it has left. */
    private final long[] durable;

    /** By coordinator: up to where it has given ids; nothing of it waits above. */
    private final long[] given;

    /** By coordinator: what it was told last. */
    private final long[] told;

    /**
     * @param participant index of this instance among all participants
     */
    ShownWhenDurable(StateParts<?, ?, ?, ?> parts, int participant) {
        int coordinators = parts.parallelism();
        this.versions = parts.versions();
        this.progress = parts.progress();
        this.participant = participant;
        this.durable = filled(coordinators);
        this.given = filled(coordinators);
        this.told = filled(coordinators);
        this.requests = new DurabilityRequests(parts, durable);
    }

    private static long[] filled(int coordinators) {
        long[] values = new long[coordinators];
        Arrays.fill(values, Timestamps.NONE);
        return values;
    }

    @Override
    public void heard(CoordinatorToParticipant block) {
        int coordinator = block.coordinator();
        long promise = block.promise();
        if (promise == Arrivals.LEFT) {
            left(coordinator);
        } else {
            durable[coordinator] = block.durableUpTo();
            if (block.low() < promise) { // else its clock has only gone on
                given[coordinator] = promise;
            }
            progress.seen(promise);
            show();
        }
    }

    @Override
    public void left(int coordinator) {
        durable[coordinator] = Arrivals.LEFT;
        given[coordinator] = Timestamps.NONE;
        show();
    }

    private void show() {
        long shown = Math.min(progress.highest(), lowestBut(-1));
        for (int i = 0; i < durable.length; i++) {
            versions.durable(i, shown);
        }
    }

    /** The lowest of all coordinators but one. */
    private long lowestBut(int coordinator) {
        long lowest = Arrivals.LEFT;
        for (int i = 0; i < durable.length; i++) {
            lowest = i == coordinator ? lowest : Math.min(lowest, durable[i]);
        }
        return lowest;
    }

    @Override
    public boolean tells(ParticipantToClose block, int coordinator) {
        boolean mayBeDue = participant == coordinator && told[coordinator] < given[coordinator];
        if (!mayBeDue && !block.hasContent()) {
            return false;
        }
        long others = Math.min(progress.highest(), lowestBut(coordinator));
        if (others <= told[coordinator]) {
            return false;
        }
        told[coordinator] = others;
        block.othersAreDurable(others);
        return mayBeDue;
    }

    @Override
    public void sent() {
        long awaited = Timestamps.NONE;
        for (long ofCoordinator : given) {
            awaited = Math.max(awaited, ofCoordinator);
        }
        requests.blockProcessed(awaited);
    }
}
