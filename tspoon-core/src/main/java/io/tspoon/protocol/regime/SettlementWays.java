/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import org.apache.flink.annotation.Internal;

/**
 * The ways in which the fragments of one attempt that come together can end at a participant.
 *
 * @param <S> what ends them
 */
@Internal
public interface SettlementWays<S> {
    /** Each of them is reported, and the coordinator decides. */
    S byVotes();

    /** Here if nobody else votes any more and all their keys are free, else by votes. */
    S hereIfFree();

    /** Here if nobody else votes any more and their accesses are granted, else by votes. */
    S hereIfGranted();
}
