/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Sets the snapshot of a pin, or says that its reader is done.
 *
 * @param graph name of the t-graph
 * @param pin id of the pin
 * @param snapshot timestamp that the pin protects
 * @param leaseMs for how long from now on, in milliseconds
 * @param use what the pin is for from now on
 * @param instances the instances
 */
@Internal
public record SettleRequest(
        String graph, long pin, long snapshot, long leaseMs, Use use, List<InstanceName> instances)
        implements PeerRequest<Done> {
    /** What a pin is for. */
    public enum Use {
        /** A reader needs it now. */
        READING,

        /** Its reader is done, and will ask for a further page. */
        NEXT_PAGE,

        /** Its reader has had the last page, and may ask for that again. */
        LAST_PAGE
    }
}
