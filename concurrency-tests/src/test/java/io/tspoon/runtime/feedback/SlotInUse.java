/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.protocol.admission.Transaction;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One slot on its way: open describes it and sends a message, close reads it and gives it back. */
final class SlotInUse {
    private static final int[] SLOTS = {0};

    private final ConcurrentLinkedQueue<Integer> toClose = new ConcurrentLinkedQueue<>();
    private final CoordinatorLink link =
            new CoordinatorLink(
                    1, 1, () -> {}, null, new CoordinatorLink.Described(false, List.of(), null));
    private final AttemptDescriptions descriptions =
            new AttemptDescriptions(1, true, List.of(), ReturnedInputs.ALL);
    private final Transaction<?>[] sent;

    /** Confined to close. */
    private int received;

    SlotInUse(Transaction<?>... sent) {
        this.sent = sent;
    }

    void send(int index) {
        descriptions.describe(0, sent[index], 0, Attempts.time(sent[index]));
        toClose.add(0);
    }

    boolean isFree() {
        return link.poll() != null;
    }

    /**
     * Reads what the message says that there is, and gives the slot back.
     *
     * @return whether the slot is described as the next transaction, or there is no message yet
     */
    boolean receivesNext() {
        Integer slot = toClose.poll();
        if (slot == null) {
            return true;
        }
        Transaction<?> expected = sent[received++];
        boolean sound =
                Attempts.isIn(descriptions, slot, expected)
                        && descriptions.takeElement(slot, Outcome.ABORTED) == expected.element();
        link.send(new Feedback.Released(null, SLOTS));
        return sound;
    }
}
