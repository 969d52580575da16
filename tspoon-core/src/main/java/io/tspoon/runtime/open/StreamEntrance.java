/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.ElementTimes;

import org.apache.flink.api.common.operators.MailboxExecutor;

/**
 * Elements enter as those of a stream, one after the other. The next ones wait in Flink's buffers,
 * so that the source slows down while there is no room.
 */
final class StreamEntrance<I> implements Entrance {
    private final Admission<I> admission;
    private final MailboxExecutor mailbox;

    StreamEntrance(Admission<I> admission, MailboxExecutor mailbox) {
        this.admission = admission;
        this.mailbox = mailbox;
    }

    /**
     * An element has come. Returns when it is admitted; feedback is processed meanwhile.
     *
     * @param time its Flink timestamp, or {@link ElementTimes#NONE}
     */
    void enter(I element, long time) throws Exception {
        while (!admission.hasRoom()) {
            admission.makeRoom();
            mailbox.yield();
        }
        admission.admit(element, time);
    }

    /** Nothing waits here. */
    @Override
    public void admitWaiting() {}
}
