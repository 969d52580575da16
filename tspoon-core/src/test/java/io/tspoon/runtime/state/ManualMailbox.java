/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/** A mailbox that a test empties by hand. */
public final class ManualMailbox implements MailboxExecutor {
    private final Queue<ThrowingRunnable<?>> mails = new ArrayDeque<>();
    private boolean closed;

    @Override
    public void execute(
            MailOptions options,
            ThrowingRunnable<? extends Exception> command,
            String description,
            Object... args) {
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        mails.add(command);
    }

    /** Runs the mails that are there; how many. */
    public int runAll() throws Exception {
        int count = 0;
        while (tryYield()) {
            count++;
        }
        return count;
    }

    public void close() {
        closed = true;
        mails.clear();
    }

    @Override
    public void yield() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryYield() {
        ThrowingRunnable<?> mail = mails.poll();
        if (mail == null) {
            return false;
        }
        try {
            mail.run();
        } catch (Throwable e) {
            throw new IllegalStateException("A mail failed", e);
        }
        return true;
    }

    @Override
    public boolean shouldInterrupt() {
        return false;
    }
}
