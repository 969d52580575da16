/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;

/**
 * Lets an access see a tentative version of its own coordinator instead of waiting for the
 * decision; everything else is up to the mechanism that it decorates.
 *
 * <p>The access then depends on the attempt that wrote the version. The coordinator decides a
 * dependent attempt after the one that it depends on, and repeats it unless that one commits. So
 * all transactions of a round on a hot key take one round trip together instead of one each. If too
 * many versions are dropped after they were read, accesses wait for a while, see {@link
 * Speculation}. Design: ADR 0011.
 *
 * <p>Not for entry order, where an attempt that is repeated would come too late.
 */
@Internal
public final class Speculating<K, V> extends Mechanism<K, V> {
    private final Mechanism<K, V> decorated;
    private final Speculation speculation;

    /**
     * @param decorated isolates attempts of different coordinators; must not decide on its own what
     *     waits, but by its holds
     * @param speculation decides whether versions may be seen now
     */
    public Speculating(Mechanism<K, V> decorated, Speculation speculation) {
        this.decorated = decorated;
        this.speculation = speculation;
    }

    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        return decorated.conflictOf(access, record, holds);
    }

    /** No hold at all if the access may depend on all of them, which is known at once. */
    @Override
    long waitsUpTo(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        boolean dependsOnAll =
                speculation.isAllowed()
                        && record.isHeldOnlyBefore(access.timestamp, access.coordinator, holds);
        return dependsOnAll ? NO_HOLD : decorated.waitsUpTo(access, record, holds);
    }

    @Override
    boolean waitsFor(Hold<K, V> hold, Access<K, V> access, HoldTable<K, V> holds) {
        return decorated.waitsFor(hold, access, holds) && !mayDependOn(hold, access, holds);
    }

    private boolean mayDependOn(Hold<K, V> hold, Access<K, V> access, HoldTable<K, V> holds) {
        return speculation.isAllowed()
                && hold.timestamp < access.timestamp
                && holds.coordinatorOf(hold) == access.coordinator;
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return decorated.queuesBehind(waiting, arriving);
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        decorated.grant(access, record, holds);
        if (!access.onePhase && access.mode.reads()) {
            Hold<K, V> source = record.tentativeBefore(access.timestamp, holds);
            if (source != null) {
                source.markRead();
                access.source = source;
            }
        }
    }

    @Override
    void released(Hold<K, V> hold, Decision decision) {
        if (decision == Decision.COMMIT) {
            speculation.committed(hold.wasRead());
        } else if (hold.wasRead()) {
            speculation.dropped();
        }
    }

    @Override
    void installedWithoutHold() {
        speculation.committed(false);
    }
}
