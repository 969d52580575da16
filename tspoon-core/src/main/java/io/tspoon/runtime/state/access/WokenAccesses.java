/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.Participant;

import org.apache.flink.annotation.Internal;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Goes on with accesses that had to wait. Confined to the mailbox thread. */
@Internal
public final class WokenAccesses<I, K, V, O> {
    private final Participant<K, V> participant;
    private final AccessRunner<I, K, V, O> runner;
    private final Resumption<I, K, V, O> resumption;
    private final Runnable sender;

    /**
     * @param resumption goes on with those that are granted
     * @param sender sends what the runner has written
     */
    public WokenAccesses(
            Participant<K, V> participant,
            AccessRunner<I, K, V, O> runner,
            Resumption<I, K, V, O> resumption,
            Runnable sender) {
        this.participant = participant;
        this.runner = runner;
        this.resumption = resumption;
        this.sender = sender;
    }

    /** Runs or refuses, one after the other, what the participant's last call has woken. */
    public void goOn() {
        Access<K, V> access = participant.nextWoken();
        while (access != null) {
            if (access.isRefused()) {
                runner.refuse(access);
            } else {
                resume(access);
                if (runner.getAndClearLarge()) {
                    sender.run();
                }
            }
            access = participant.nextWoken();
        }
    }

    @SuppressWarnings("unchecked")
    private void resume(Access<K, V> access) {
        try {
            resumption.resume((StateAccess<I, K, V, O>) access);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
