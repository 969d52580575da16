/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Outputs;

import org.apache.flink.types.StringValue;

import java.io.IOException;

/**
 * Tells the other coordinators of inputs of an earlier run that came to this one, so that they do
 * not wait for them. Claims are gathered in the blocks for the others' close operators. Confined to
 * the mailbox thread.
 */
final class Claims {
    /** Claims for one coordinator that have this many bytes do not wait for a round. */
    private static final int MAX_BYTES = 1 << 20;

    private final Outputs<?, CoordinatorToClose> outputs;
    private final int coordinator;
    private int bytes;

    /**
     * @param coordinator index of this coordinator
     */
    Claims(Outputs<?, CoordinatorToClose> outputs, int coordinator) {
        this.outputs = outputs;
        this.coordinator = coordinator;
    }

    void add(InputIdentity input) throws IOException {
        for (int i = 0; i < outputs.parallelism(); i++) {
            if (i != coordinator) {
                FragmentRows claims = outputs.toClose(i).fragments();
                claims.appendClaim();
                StringValue.writeString(input.key(), claims.payload());
                claims.payload().writeLong(input.contentHigh());
                claims.payload().writeLong(input.contentLow());
                bytes = claims.payload().length();
            }
        }
    }

    /** Whether there are any. */
    boolean areDue() {
        return bytes > 0;
    }

    /** Whether they should not wait for a round. */
    boolean areMany() {
        return bytes >= MAX_BYTES;
    }

    /** They have gone out. */
    void clear() {
        bytes = 0;
    }
}
