/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.transport.Awaited;

import org.apache.flink.annotation.Internal;

/**
 * Why the horizon of chains is not higher, as a close operator sees it.
 *
 * @param participant has judged least
 * @param awaited what that participant waited for when it said so, see {@link Awaited}
 * @param disputed the transaction on whose outcome participants must agree first; {@link
 *     Timestamps#NONE} if there is none
 */
@Internal
public record HeldHorizon(int participant, int awaited, long disputed) {
    /** Whether this says the same. */
    public boolean is(int ofParticipant, int itAwaits, long transaction) {
        return participant == ofParticipant && awaited == itAwaits && disputed == transaction;
    }
}
