/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.ParticipantToClose;

/** Without a log, a version is shown when its coordinator says that all up to it is decided. */
final class ShownWhenDecided implements ChainShown {
    private final InstalledVersions<?, ?> versions;

    ShownWhenDecided(InstalledVersions<?, ?> versions) {
        this.versions = versions;
    }

    @Override
    public void heard(CoordinatorToParticipant block) {
        versions.durable(block.coordinator(), block.low());
    }

    @Override
    public void left(int coordinator) {}

    @Override
    public boolean tells(ParticipantToClose block, int coordinator) {
        return false;
    }

    @Override
    public void sent() {}
}
