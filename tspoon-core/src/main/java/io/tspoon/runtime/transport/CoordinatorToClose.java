/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/**
 * What leaves the t-graph without having met a stateful operator, or what a log held. To the close
 * operator of another coordinator: claims of inputs.
 */
@Internal
public final class CoordinatorToClose extends FromCoordinator implements ToClose {
    /** Creates a block to be filled. */
    public CoordinatorToClose(int target) {
        super(target, FragmentRows.toFill(), FragmentRows.toFill());
    }

    private CoordinatorToClose(FragmentRows received, FragmentRows late) {
        super(0, received, late);
    }

    static CoordinatorToClose toReceive() {
        return new CoordinatorToClose(FragmentRows.toReceive(), FragmentRows.toReceive());
    }

    @Override
    public void deliverTo(Receiver receiver) throws IOException {
        receiver.received(this);
    }
}
