/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.LoggedTransaction;

import org.apache.flink.api.common.operators.MailboxExecutor;

import java.util.List;

/**
 * Elements enter as those of a stream, one after the other. The next ones wait in Flink's buffers,
 * so that the source slows down while there is no room. Nothing waits here.
 */
final class StreamEntrance<I> implements StreamElements<I> {
    private final Admission<I> admission;
    private final MailboxExecutor mailbox;

    StreamEntrance(Admission<I> admission, MailboxExecutor mailbox) {
        this.admission = admission;
        this.mailbox = mailbox;
    }

    @Override
    public void enter(I element, long time) throws Exception {
        admission.elementCame();
        while (!admission.hasRoom()) {
            admission.makeRoom();
            mailbox.yield();
        }
        admission.admit(element, time);
    }

    @Override
    public void admitWaiting() {}

    @Override
    public void reached(long watermark) {}

    @Override
    public void aborted(LoggedTransaction batch) {}

    @Override
    public void recovered() {}

    @Override
    public void snapshot(long checkpoint, boolean stopsJob) {}

    @Override
    public int waiting() {
        return 0;
    }

    @Override
    public List<String> write() {
        return List.of();
    }

    @Override
    public void aborted(long checkpoint) {}

    @Override
    public void end() {}
}
