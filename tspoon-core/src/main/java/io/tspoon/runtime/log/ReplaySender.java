/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.FromCoordinator;
import io.tspoon.runtime.transport.Outputs;

import org.apache.flink.annotation.Internal;

/**
 * Sends rows from a log, in blocks that nobody answers, before the coordinator begins anything.
 * Confined to the mailbox thread.
 */
@Internal
public final class ReplaySender {
    /** Nothing was decided yet. */
    private static final long NO_BATCH = 0;

    private final Outputs<CoordinatorToParticipant, CoordinatorToClose> outputs;
    private final int coordinator;
    private final long link;

    /**
     * @param link id of the link to the coordinator's close operator
     */
    public ReplaySender(
            Outputs<CoordinatorToParticipant, CoordinatorToClose> outputs,
            int coordinator,
            long link) {
        this.outputs = outputs;
        this.coordinator = coordinator;
        this.link = link;
    }

    /** The rows for an instance of a stateful operator. */
    FragmentRows toState(int operator, int instance) {
        return outputs.toState(operator, instance).fragments();
    }

    /** The rows for the close operator. */
    FragmentRows toClose() {
        return outputs.toClose(coordinator).fragments();
    }

    /** Sends what has been written to the rows. */
    public void send() {
        for (int operator = 0; operator < outputs.operators(); operator++) {
            for (int instance = 0; instance < outputs.parallelism(); instance++) {
                CoordinatorToParticipant block = outputs.toState(operator, instance);
                if (block.hasContent()) {
                    header(block);
                    outputs.emitToState(operator, block);
                }
            }
        }
        CoordinatorToClose toClose = outputs.toClose(coordinator);
        if (toClose.hasContent()) {
            header(toClose);
            outputs.emitToClose(toClose);
        }
    }

    private void header(FromCoordinator block) {
        block.from(coordinator, link, Timestamps.NONE, AdmissionWindow.NO_PRIORITY, NO_BATCH);
        block.markReplay();
    }
}
