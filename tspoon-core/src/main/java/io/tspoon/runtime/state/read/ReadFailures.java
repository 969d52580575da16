/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;
import io.tspoon.read.StateInstance;

/** Makes the exceptions that say why an instance cannot be read. */
final class ReadFailures {
    private final StateInstance<?, ?> instance;

    ReadFailures(StateInstance<?, ?> instance) {
        this.instance = instance;
    }

    /**
     * @param cannot the message up to the values that say where
     */
    ReadException of(ReadException.Reason reason, String cannot) {
        return new ReadException(
                reason,
                cannot
                        + ", graph="
                        + instance.graph()
                        + ", state="
                        + instance.state()
                        + ", instance="
                        + instance.index());
    }

    /**
     * @param horizon the lowest timestamp that can be read without a pin; {@link Long#MAX_VALUE} if
     *     there is none
     */
    ReadException tooOld(long snapshot, long horizon) {
        return of(
                ReadException.Reason.SNAPSHOT_TOO_OLD,
                "[TSP-2300] Cannot read state: the snapshot is gone, snapshot="
                        + snapshot
                        + ", oldest="
                        + (horizon == Long.MAX_VALUE ? "none retained" : horizon));
    }
}
