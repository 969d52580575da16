/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;

/**
 * What a participant tells others, in this order, and what it tells its owner. Whoever implements
 * this only notes it, and does not call the participant.
 *
 * <p>What is told between two looks at {@link DeterministicParticipant#judged} and {@link
 * DeterministicParticipant#settled} must arrive at a close operator together with them.
 *
 * @param <K> key type
 * @param <V> value type
 * @param <A> see {@link AccessFunction}
 */
@Internal
public interface Announcements<K, V, A> {
    /** To its coordinator: value and vote of the access cannot change any more. */
    void certain(long id, int coordinator, A access, boolean fails) throws Exception;

    /**
     * To its coordinator: the transaction is over here. Follows for each access that was not {@link
     * #certain}.
     */
    void settled(long id, int coordinator, A access, boolean aborted) throws Exception;

    /**
     * To all: the part of the transaction that is here fails.
     *
     * @param slot by what its coordinator finds the transaction
     * @param instances number of participants of the transaction
     */
    void objects(long id, int coordinator, int slot, int instances);

    /** To all: the part of the transaction that is here does not fail after all. */
    void withdraws(long id);

    /** To all: a notice has been applied. */
    void applied(long id, boolean abort);
}
