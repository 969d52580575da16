/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import java.util.List;
import java.util.Map;

/**
 * What changes of the parallelism, or losses, cost a job under a constant load.
 *
 * @param offeredPerSecond rate of the source
 * @param stateBytes size of the first savepoint
 * @param changes in the order in which they were made
 */
public record Elasticity(double offeredPerSecond, long stateBytes, List<Change> changes) {
    /**
     * One change.
     *
     * @param name what was done
     * @param silentMs longest time without a result around it
     * @param fullRateMs from when it was asked for until everything due had its result again
     * @param phases where the time went, in order, and the bytes that belong to it
     */
    public record Change(
            String name, double silentMs, double fullRateMs, Map<String, Double> phases) {}
}
