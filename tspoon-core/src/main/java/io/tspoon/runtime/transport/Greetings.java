/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/** Checks the first block from a coordinator. */
@Internal
public final class Greetings {
    private Greetings() {}

    /**
     * Checks that there are as many coordinators as instances of the receiver. Otherwise keys would
     * be in the wrong place, promises of coordinators would be missing, or writes would be
     * attributed to the wrong operator.
     *
     * @param greeting of any coordinator
     * @param receiver what kind of operator the receiver is
     * @param instances number of instances of the receiver
     */
    public static void checkParallelism(FromCoordinator greeting, String receiver, int instances) {
        int coordinators = greeting.coordinators();
        if (coordinators != instances) {
            throw new IllegalStateException(
                    "[TSP-2011] Cannot begin transactions: the operators of the t-graph differ in"
                            + " parallelism, open="
                            + coordinators
                            + ", "
                            + receiver
                            + "="
                            + instances
                            + ". Give them all the same, and take them out of parallelism"
                            + " overrides.");
        }
    }
}
