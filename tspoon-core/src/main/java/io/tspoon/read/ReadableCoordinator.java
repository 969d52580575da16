/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

/** A coordinator of a t-graph, as readers see it. Any thread may call its methods. */
@Internal
public interface ReadableCoordinator {
    /** Name of the t-graph. */
    String graph();

    /** Index of the coordinator. */
    int index();

    /**
     * Its current figures. They are read without stopping the coordinator, so they may not belong
     * to exactly the same moment.
     */
    CoordinatorStatus status();
}
