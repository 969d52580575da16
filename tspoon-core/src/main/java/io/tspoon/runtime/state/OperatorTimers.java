/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.transport.CoordinatorToParticipant;

import org.apache.flink.util.function.ThrowingRunnable;

/**
 * What an instance of a stateful operator has to do when the time of a key has come. Confined to
 * the mailbox thread.
 */
interface OperatorTimers<K, V> {
    /**
     * Who is to be told of records whose newest value has changed.
     *
     * @param cache has to be told in any case
     */
    InstalledVersions.Installs<K, V> installs(InstalledVersions.Installs<K, V> cache);

    /** A coordinator says how far it is. */
    void heard(CoordinatorToParticipant block);

    /** A coordinator had ended when the snapshot was taken from which the job was restored. */
    void ended(int coordinator);

    /**
     * All values are there with which the instance begins. May be called again.
     *
     * @param writeBack brings to Flink's keyed state what only the cache has
     */
    void ready(ThrowingRunnable<Exception> writeBack) throws Exception;

    /** Writes to the outputs what coordinators have to know. */
    void tell() throws Exception;

    /** Of an operator without timers. */
    static <K, V> OperatorTimers<K, V> none() {
        return new OperatorTimers<>() {
            @Override
            public InstalledVersions.Installs<K, V> installs(
                    InstalledVersions.Installs<K, V> cache) {
                return cache;
            }

            @Override
            public void heard(CoordinatorToParticipant block) {}

            @Override
            public void ended(int coordinator) {}

            @Override
            public void ready(ThrowingRunnable<Exception> writeBack) {}

            @Override
            public void tell() {}
        };
    }
}
