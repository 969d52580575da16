/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import org.apache.flink.api.common.operators.MailboxExecutor;

/**
 * Decides when coordinators are asked how far they are, because something waits for their promises;
 * serves PL4.
 *
 * <p>A question costs a block, an answer, and waking two threads; under load the next block brings
 * the promise anyway. So while there are blocks at hand, coordinators are asked only after every
 * eighth block. That is often enough that a coordinator with little to say does not stop the others
 * until their windows are full. Once there is no block at hand, the question goes out at once.
 *
 * <p>The mailbox shows whether there is a block: between two mails the task takes a block if it
 * can. Confined to the mailbox thread. Measurements: ADR 0010.
 */
final class PromiseRequests {
    private static final int PATIENCE = 8;

    private final MailboxExecutor mailbox;
    private final Runnable ask;

    /** The number of blocks since there is a coordinator to ask; 0 if there is none. */
    private int blocks;

    private boolean mailSent;

    /** Whether a mail has come without a block after it. */
    private boolean noBlock;

    /**
     * @param ask asks all coordinators whose promises something waits for
     */
    PromiseRequests(MailboxExecutor mailbox, Runnable ask) {
        this.mailbox = mailbox;
        this.ask = ask;
    }

    /**
     * A block was processed.
     *
     * @param waits whether something waits for a promise for which nobody was asked
     */
    void blockProcessed(boolean waits) {
        noBlock = false;
        blocks = waits ? blocks + 1 : 0;
        if (blocks == PATIENCE) {
            ask();
        } else if (blocks > 0 && !mailSent) {
            sendMail();
        }
    }

    private void mailReceived() {
        mailSent = false;
        if (blocks == 0) {
            return;
        }
        if (noBlock) {
            ask();
        } else {
            noBlock = true;
            sendMail();
        }
    }

    private void ask() {
        blocks = 0;
        ask.run();
    }

    private void sendMail() {
        mailSent = true;
        mailbox.execute(this::mailReceived, "looks whether there are blocks");
    }
}
