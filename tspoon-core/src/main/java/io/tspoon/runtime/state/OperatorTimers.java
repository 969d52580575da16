/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.transport.CoordinatorToParticipant;

/**
 * What an instance of a stateful operator has to do when the time of a key has come. Confined to
 * the mailbox thread.
 */
interface OperatorTimers<K, V> {
    /** The newest value of a record has changed. */
    void installed(KeyRecord<K, V> record);

    /** A coordinator says how far it is. */
    void heard(CoordinatorToParticipant block);

    /** A coordinator had ended when the snapshot was taken from which the job was restored. */
    void ended(int coordinator);

    /** All values are there with which the instance begins. May be called again. */
    void ready() throws Exception;

    /** Writes to the outputs what coordinators have to know. */
    void tell() throws Exception;

    /** Of an operator without timers. */
    static <K, V> OperatorTimers<K, V> none() {
        return new OperatorTimers<>() {
            @Override
            public void installed(KeyRecord<K, V> record) {}

            @Override
            public void heard(CoordinatorToParticipant block) {}

            @Override
            public void ended(int coordinator) {}

            @Override
            public void ready() {}

            @Override
            public void tell() {}
        };
    }
}
