/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/** A mailbox for several threads, one of which runs its mails when it likes. */
final class MailQueue implements MailboxExecutor {
    private final Queue<ThrowingRunnable<?>> mails = new ArrayDeque<>();
    private boolean takesMails = true;

    @Override
    public synchronized void execute(
            MailOptions options,
            ThrowingRunnable<? extends Exception> command,
            String description,
            Object... args) {
        if (!takesMails) {
            throw new RejectedExecutionException("The mailbox takes no more mails.");
        }
        mails.add(command);
    }

    /** As a task that ends does: what is there will still be run. */
    synchronized void quiesce() {
        takesMails = false;
    }

    void runAll() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = tryYield();
        }
    }

    @Override
    public void yield() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryYield() {
        ThrowingRunnable<?> mail = poll();
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

    private synchronized @Nullable ThrowingRunnable<?> poll() {
        return mails.poll();
    }

    @Override
    public boolean shouldInterrupt() {
        return false;
    }
}
