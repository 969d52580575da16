/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.Outputs;

/**
 * Sends rows from a log, in blocks that nobody answers, before the coordinator begins anything.
 * Confined to the mailbox thread.
 */
final class ReplaySender {
    /** Nothing was decided yet. */
    private static final long NO_BATCH = 0;

    private final Outputs outputs;
    private final int coordinator;
    private final CoordinatorLink link;

    ReplaySender(Outputs outputs, int coordinator, CoordinatorLink link) {
        this.outputs = outputs;
        this.coordinator = coordinator;
        this.link = link;
    }

    /** Sends what has been written to the blocks. */
    void send() {
        for (int operator = 0; operator < outputs.operators(); operator++) {
            for (int instance = 0; instance < outputs.parallelism(); instance++) {
                Block block = outputs.toState(operator, instance);
                if (block.hasContent()) {
                    header(block);
                    outputs.emitToState(operator, block);
                }
            }
        }
        Block toClose = outputs.toClose(coordinator);
        if (toClose.hasContent()) {
            header(toClose);
            outputs.emitToClose(toClose);
        }
    }

    private void header(Block block) {
        block.fromOpen(
                coordinator,
                link.id(),
                Timestamps.NONE,
                AdmissionWindow.NO_PRIORITY,
                NO_BATCH);
        block.markReplay();
    }
}
