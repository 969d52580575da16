/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.flink.operator.TaskVertex;

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
     * @param block greeting of any coordinator
     * @param receiver what kind of operator the receiver is
     * @param vertex that of the receiver
     */
    public static void checkParallelism(FromCoordinator block, String receiver, TaskVertex vertex) {
        Greeting greeting = block.greeting();
        if (greeting.coordinators() == vertex.parallelism()) {
            return;
        }
        String ofOpen = greeting.vertices().split(",", 2)[0];
        throw new IllegalStateException(
                "[TSP-2011] Cannot begin transactions: the operators of the t-graph differ in"
                        + " parallelism, open="
                        + greeting.coordinators()
                        + ", "
                        + receiver
                        + "="
                        + vertex.parallelism()
                        + ", openVertex="
                        + ofOpen
                        + ", "
                        + receiver
                        + "Vertex="
                        + vertex.id()
                        + " ("
                        + vertex.name()
                        + "). Give all its vertices the same, and take them out of parallelism"
                        + " overrides."
                        + repair(greeting, vertex.parallelism(), vertex));
    }

    /**
     * Says who has sent too far, and how that is repaired.
     *
     * @param failure of the greeting
     * @param vertex that of the coordinators
     */
    public static IllegalStateException tooManyCoordinators(
            MissingReceiver failure, Greeting greeting, TaskVertex vertex) {
        return new IllegalStateException(
                failure.getMessage()
                        + " The sender is open="
                        + greeting.coordinators()
                        + ", openVertex="
                        + vertex.id()
                        + " ("
                        + vertex.name()
                        + ")."
                        + repair(greeting, failure.receivers(), vertex),
                failure);
    }

    /**
     * The line that gives all vertices that the job has the lower number; empty if they are not
     * known.
     *
     * @param others number of instances of the other operator
     */
    private static String repair(Greeting greeting, int others, TaskVertex vertex) {
        if (!greeting.vertices().contains(",")) {
            return "";
        }
        String ids = "(\"" + greeting.vertices().replace(",", "\", \"") + "\")";
        String requirements = "$FLINK/jobs/" + vertex.job() + "/resource-requirements";
        return " With FLINK=http://host:8081, the address of the JobManager: curl -s "
                + requirements
                + " | jq 'reduce "
                + ids
                + " as $v (.; if has($v) then .[$v].parallelism = {lowerBound: 1, upperBound: "
                + Math.min(greeting.coordinators(), others)
                + "} else . end)' | curl -X PUT -H 'Content-Type: application/json' -d @- "
                + requirements;
    }
}
