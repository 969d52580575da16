/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.commit.DecisionTurns;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.transaction.Durability;

import org.apache.flink.annotation.Internal;

import java.util.function.IntToLongFunction;

/**
 * In which order the accesses of transactions run, and what coordinators and participants tell each
 * other for that. An object has no state of its own, so all operators of a process may share it.
 */
@Internal
public interface Sequencing {
    /**
     * The ways in which a participant can hand on what has arrived.
     *
     * @param <F> what hands it on
     */
    interface Ways<F> {
        /** Each block when it comes. */
        F asItComes();

        /** In timestamp order, as far as everything has arrived. */
        F merged(Arrivals arrivals);
    }

    /**
     * Makes what hands on the fragments that arrive at one participant.
     *
     * @param senders number of coordinators, and of participants that may be before this one
     */
    <F> F intake(int senders, Ways<F> ways);

    /**
     * Whether participants wait for promises of coordinators. Then coordinators tell all of them of
     * each round, leave when they have nothing to send, and join again.
     */
    boolean promises();

    /** Whether an access may come too late, so that its attempt is repeated. */
    boolean mayRefuse();

    /** Whether a coordinator decides its attempts in the order in which transactions entered. */
    boolean decidesInEntryOrder(Durability durability);

    /**
     * Makes the turns of one coordinator's attempts.
     *
     * @param slots number of slots of the coordinator
     * @param numberOf gives the number of the transaction in a slot; only if {@link
     *     #decidesInEntryOrder}
     */
    <P> DecisionTurns<P> turns(Durability durability, int slots, IntToLongFunction numberOf);
}
