/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

import java.io.Serial;

/** Thrown if there is no instance that a block is for, as operators differ in parallelism. */
@Internal
public final class MissingReceiver extends IllegalStateException {
    @Serial private static final long serialVersionUID = 1L;

    private final int receivers;

    /**
     * @param receivers number of instances that there are
     */
    public MissingReceiver(int receivers, String message) {
        super(message);
        this.receivers = receivers;
    }

    int receivers() {
        return receivers;
    }
}
