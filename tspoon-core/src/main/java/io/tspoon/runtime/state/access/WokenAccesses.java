/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.Participant;

import org.apache.flink.annotation.Internal;

/** Goes on with accesses that had to wait. Confined to the mailbox thread. */
@Internal
public final class WokenAccesses<K, V> {
    private final Participant<K, V> participant;
    private final AccessRunner<?, K, V, ?> runner;
    private final Runnable sender;

    /**
     * @param sender sends what the runner has written
     */
    public WokenAccesses(
            Participant<K, V> participant, AccessRunner<?, K, V, ?> runner, Runnable sender) {
        this.participant = participant;
        this.runner = runner;
        this.sender = sender;
    }

    /** Runs or refuses, one after the other, what the participant's last call has woken. */
    public void goOn() {
        Access<K, V> access = participant.nextWoken();
        while (access != null) {
            if (access.isRefused()) {
                runner.refuse(access);
            } else {
                runner.resume(access);
                if (runner.getAndClearLarge()) {
                    sender.run();
                }
            }
            access = participant.nextWoken();
        }
    }
}
