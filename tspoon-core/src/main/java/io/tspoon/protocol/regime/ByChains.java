/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.ParticipantRules.KeptVersions;

import org.apache.flink.annotation.Internal;

/** Each access runs on what the one before it in the order of ids has left; serves PL4. */
@Internal
public final class ByChains implements Isolation {
    @Override
    public <T> T execution(ExecutionWays<T> ways) {
        return ways.inChains();
    }

    @Override
    public KeptVersions versions(OperatorTraits operator) {
        return KeptVersions.NEWEST;
    }
}
